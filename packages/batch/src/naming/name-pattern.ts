import { safeFileStem } from '@isola/editor';

/** A name with placeholders, as it was read. */
export type NamePattern = readonly Part[];

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'name' }
  /** `digits`: padded with zeros to as many. */
  | { readonly kind: 'counter'; readonly digits: number };

export type PatternFailure =
  /** Nothing that a name can be made of. */
  | { readonly code: 'empty' }
  /** `placeholder` as it was written, with its braces. */
  | { readonly code: 'unknown-placeholder'; readonly placeholder: string };

export type ReadPattern =
  | { readonly outcome: 'read'; readonly pattern: NamePattern }
  | { readonly outcome: 'refused'; readonly failure: PatternFailure };

const token = /(?<text>[^{]+)|(?<placeholder>\{[^{}]*\}?)/gu;
const counter = /^\{n(?::(?<digits>[1-9]))?\}$/;

/**
 * Reads a pattern for the names of results.
 * @param text may hold `{name}`, the original's name without its ending; `{n}`, the image's number from 1 on; and
 *   `{n:3}`, the same with up to nine digits. All else stands for itself.
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

/** Whether something is left of a text once it is made safe; dots and spaces alone are no name. */
function hasLetters(text: string): boolean {
  return safeFileStem(text, '') !== '';
}
