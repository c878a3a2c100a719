import { cutText, maxFileNameBytes, maxFileNameLetters, safeFileStem, stemOf } from '@isola/files';

import type { NamePattern } from './name-pattern.ts';

export interface ResultToName {
  /** Name of the original file. */
  readonly name: string;
  /** File extension of the result's format, without the dot. */
  readonly ending: string;
  /** Folder of the result. Names are unique within a folder. Results without a folder share one. */
  readonly folder?: string | undefined;
}

export interface NamingOptions {
  /** Name to use for an original whose own name contains no letter that is allowed in file names. */
  readonly fallback: string;
  /** Names that other files already have. */
  readonly taken?: readonly { readonly name: string; readonly folder?: string | undefined }[];
}

/**
 * Names the results of a batch. Each name is valid on Windows, macOS and Linux, and unique on all of them.
 * @param results in the order of the counter, which starts at 1.
 * @returns one name for each result, in the same order. When names are equal, the first one is unchanged and the others
 *   get `-2`, `-3` and so on.
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
 * Maps names that a file system treats as equal to the same text. Windows and macOS ignore the case of letters. macOS
 * also treats an accented letter and the letter followed by a combining accent as equal.
 */
function comparable(name: string): string {
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * Fills in the pattern. When the name is too long, only the original's part is cut, so that counter and text are
 * complete.
 */
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
