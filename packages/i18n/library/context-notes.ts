import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ContextNote {
  readonly key: string;
  readonly where: string;
  readonly what: string;
  /** Maximum width of the text in characters, measured by `widthOf`. */
  readonly room: number;
}

/** Returns the rows of `context.md`. */
export function contextNotes(): readonly ContextNote[] {
  const text = readFileSync(join(import.meta.dirname, '../context.md'), 'utf8');
  return [...text.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \| (\d+) \|$/gm)].map(
    ([, key = '', where = '', what = '', room]) => ({ key, where, what, room: Number(room) }),
  );
}

/**
 * Estimates the width of a text in Latin characters. A Han, kana or Hangul character counts as two. Placeholders, whose
 * values are unknown, and soft hyphens are not counted.
 */
export function widthOf(text: string): number {
  const shown = text.replaceAll(/\{\{\w+\}\}|\u00AD/g, '');
  return (
    shown.length +
    (shown.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0)
  );
}
