import { dayOf } from './day-of.ts';
import type { NamePattern } from './name-pattern.ts';
import { cutText, maxFileNameBytes, maxFileNameLetters, safeFileStem, stemOf } from './safe-file-name.ts';

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
  /** Time whose day `{date}` shows, by the clock of the device. Default: now. */
  readonly now?: Date;
}

/**
 * Names the results of a batch. Each name is valid on Windows, macOS and Linux, and unique on all of them.
 * @param results in the order of the counter, which starts at 1.
 * @returns one name for each result, in the same order. When names are equal, the first one is unchanged and the others
 *   get `-2`, `-3` and so on.
 * @example
 * nameResults(pattern, [{ name: 'cat.jpg', ending: 'png' }], { fallback: 'image' }); // ['cat-cutout.png']
 */
export function nameResults(
  pattern: NamePattern,
  results: readonly ResultToName[],
  { fallback, taken: names = [], now = new Date() }: NamingOptions,
): readonly string[] {
  const taken = new Set(names.map(({ name, folder = '' }) => comparable(`${folder}/${name}`)));
  const nextNumbers = new Map<string, number>();
  return results.map(({ name, ending, folder = '' }, index) => {
    const keyOf = (unique: string) => comparable(`${folder}/${unique}`);
    const original = safeFileStem(stemOf(name).normalize('NFC'), '') || fallback;
    const withTail = (tail: string) => `${fill(pattern, original, { count: index + 1, now }, tail) || fallback}${tail}`;
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
function fill(pattern: NamePattern, original: string, values: Values, tail: string): string {
  const filled = (name: string) => pattern.map((part) => textOf(part, name, values)).join('');
  const places = Math.max(1, pattern.filter(({ kind }) => kind === 'name').length);
  const rest = `${filled('')}${tail}`;
  const letters = (maxFileNameLetters - rest.length) / places;
  const bytes = (maxFileNameBytes - new TextEncoder().encode(rest).length) / places;
  return safeFileStem(filled(cutText(original, letters, bytes)), tail);
}

interface Values {
  readonly count: number;
  readonly now: Date;
}

function textOf(part: NamePattern[number], name: string, { count, now }: Values): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'name':
      return name;
    case 'counter':
      return String(count).padStart(part.digits, '0');
    case 'date':
      return dayOf(now);
    default:
      return part satisfies never;
  }
}
