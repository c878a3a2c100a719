import { safeFileStem } from '@isola/files';

/** A parsed name pattern: texts and placeholders in their order. */
export type NamePattern = readonly Part[];

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name' }
  /** `digits`: the number of digits to which the counter is padded with zeros. */
  | { readonly kind: 'counter'; readonly digits: number };

export type PatternFailure =
  /** The pattern contains nothing from which a file name can be made. */
  | { readonly code: 'empty' }
  /** `placeholder` is the unknown placeholder as the user wrote it, including its braces. */
  | { readonly code: 'unknown-placeholder'; readonly placeholder: string };

export type ReadPattern =
  | { readonly outcome: 'read'; readonly pattern: NamePattern }
  | { readonly outcome: 'refused'; readonly failure: PatternFailure };

const token = /(?<text>[^{]+)|(?<placeholder>\{[^{}]*\}?)/gu;
const counter = /^\{n(?::(?<digits>[1-9]))?\}$/;

/**
 * Parses a pattern for the names of results.
 * @param text may contain `{name}`, the name of the original without its extension; `{n}`, the number of the image,
 *   starting at 1; and `{n:3}`, the number padded to 1 to 9 digits. Other text is copied.
 */
export function readNamePattern(text: string): ReadPattern {
  const parts: Part[] = [];
  for (const { groups } of text.matchAll(token)) {
    const { text: literal, placeholder } = groups as { readonly text?: string; readonly placeholder?: string };
    const part: Part | undefined =
      literal === undefined ? partOf(placeholder ?? '') : { kind: 'text', text: literal.normalize('NFC') };
    if (!part) return { outcome: 'refused', failure: { code: 'unknown-placeholder', placeholder: placeholder ?? '' } };
    parts.push(part);
  }
  const isEmpty = parts.every((part) => part.kind === 'text' && !hasLetters(part.text));
  if (isEmpty) return { outcome: 'refused', failure: { code: 'empty' } };
  return { outcome: 'read', pattern: parts };
}

function partOf(placeholder: string): Part | undefined {
  if (placeholder === '{name}') return { kind: 'name' };
  const found = counter.exec(placeholder);
  return found ? { kind: 'counter', digits: Number(found.groups?.digits ?? 1) } : undefined;
}

/**
 * Checks whether a text still contains letters after unsafe characters are removed. Dots and spaces alone are not a
 * name.
 */
function hasLetters(text: string): boolean {
  return safeFileStem(text, '') !== '';
}
