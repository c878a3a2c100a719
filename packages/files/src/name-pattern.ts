import { safeFileStem } from './safe-file-name.ts';

/** A parsed name pattern: texts and placeholders in their order. */
export type NamePattern = readonly Part[];

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name' }
  /** `digits`: the number of digits to which the counter is padded with zeros. */
  | { readonly kind: 'counter'; readonly digits: number }
  | { readonly kind: 'date' };

/** A placeholder for the original's name, for the number of the image, or for the day. */
export type NamePlaceholder = Exclude<Part['kind'], 'text'>;

export interface PatternOptions {
  /** Placeholders that a pattern may contain. Default: `name` and `counter`. */
  readonly placeholders?: readonly NamePlaceholder[];
}

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
 *   starting at 1; `{n:3}`, the number padded to 1 to 9 digits; and `{date}`, the day as `2026-11-29`. Other text is
 *   copied.
 * @example
 * readNamePattern('{date} {name}', { placeholders: ['name', 'date'] }); // { outcome: 'read', pattern: … }
 */
export function readNamePattern(
  text: string,
  { placeholders = ['name', 'counter'] }: PatternOptions = {},
): ReadPattern {
  const parts: Part[] = [];
  for (const { groups } of text.matchAll(token)) {
    const { text: literal, placeholder } = groups as { readonly text?: string; readonly placeholder?: string };
    const part: Part | undefined =
      literal === undefined ? partOf(placeholder ?? '') : { kind: 'text', text: literal.normalize('NFC') };
    if (!part || (part.kind !== 'text' && !placeholders.includes(part.kind)))
      return { outcome: 'refused', failure: { code: 'unknown-placeholder', placeholder: placeholder ?? '' } };
    parts.push(part);
  }
  const isEmpty = parts.every((part) => part.kind === 'text' && !hasLetters(part.text));
  if (isEmpty) return { outcome: 'refused', failure: { code: 'empty' } };
  return { outcome: 'read', pattern: parts };
}

function partOf(placeholder: string): Part | undefined {
  if (placeholder === '{name}') return { kind: 'name' };
  if (placeholder === '{date}') return { kind: 'date' };
  const found = counter.exec(placeholder);
  return found ? { kind: 'counter', digits: Number(found.groups?.digits ?? 1) } : undefined;
}

/**
 * Returns the visible characters of a pattern that no file name may have, each once. Names are made without them.
 * @example
 * forbiddenIn(pattern); // ['/', ':'] for the pattern `a/b: {name}`
 */
export function forbiddenIn(pattern: NamePattern): readonly string[] {
  const text = pattern.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  return [...new Set(text.match(/[/\\:*?"<>|]/g))];
}

/**
 * Checks whether a text still contains letters after unsafe characters are removed. Dots and spaces alone are not a
 * name.
 */
function hasLetters(text: string): boolean {
  return safeFileStem(text, '') !== '';
}
