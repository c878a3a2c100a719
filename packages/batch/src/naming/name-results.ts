import { cutText, maxFileNameBytes, maxFileNameLetters, safeFileStem, stemOf } from '@isola/editor';

import type { NamePattern } from './name-pattern.ts';

export interface ResultToName {
  /** As the original was called. */
  readonly name: string;
  /** Of the result's format, without the dot. */
  readonly ending: string;
  /** Where it will lie: names are told apart within a folder. All lie in one unless given. */
  readonly folder?: string | undefined;
}

export interface NamingOptions {
  /** For an original whose name has no letter that a file's name may have. */
  readonly fallback: string;
  /** Names that other files have. */
  readonly taken?: readonly { readonly name: string; readonly folder?: string | undefined }[];
}

/**
 * Names the results of a batch: each name is one that Windows, macOS and Linux all take, and no two are the same to any of
 * them.
 * @param results in the order in which they are counted, from 1 on.
 * @returns a name for each, in the same order. Of equal names the first stays as it is; the others get `-2`, `-3`, ….
 */
export function nameResults(
  pattern: NamePattern,
  results: readonly ResultToName[],
  { fallback, taken: names = [] }: NamingOptions,
): readonly string[] {
  const taken = new Set(names.map(({ name, folder = '' }) => `${folder}/${comparable(name)}`));
  const nextNumbers = new Map<string, number>();
  return results.map(({ name, ending, folder = '' }, index) => {
    const keyOf = (unique: string) => `${folder}/${comparable(unique)}`;
    const original = safeFileStem(stemOf(name).normalize('NFC'), '') || fallback;
    const withTail = (tail: string) => `${fill(pattern, original, index + 1, tail) || fallback}${tail}`;
    const first = withTail(`.${ending}`);
    let unique = first;
    for (let number = nextNumbers.get(keyOf(first)) ?? 2; taken.has(keyOf(unique)); number += 1) {
      unique = withTail(`-${number}.${ending}`);
      nextNumbers.set(keyOf(first), number + 1);
    }
    taken.add(keyOf(unique));
    return unique;
  });
}

/**
 * What file systems take for the same name is the same text: Windows and macOS do not tell upper from lower case, and
 * macOS does not tell an accented letter from a letter and an accent.
 */
function comparable(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Where all is too long, the original's name is cut, and what tells the results apart stays. */
function fill(pattern: NamePattern, original: string, count: number, tail: string): string {
  const filled = (name: string) => pattern.map((part) => textOf(part, name, count)).join('');
  const places = Math.max(1, pattern.filter(({ kind }) => kind === 'name').length);
  const rest = `${filled('')}${tail}`;
  const letters = (maxFileNameLetters - rest.length) / places;
  const bytes = (maxFileNameBytes - new TextEncoder().encode(rest).length) / places;
  return safeFileStem(filled(cutText(original, letters, bytes)), tail);
}

function textOf(part: NamePattern[number], name: string, count: number): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'name':
      return name;
    case 'counter':
      return String(count).padStart(part.digits, '0');
    default:
      return part satisfies never;
  }
}
