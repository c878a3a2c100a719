import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ContextNote {
  readonly key: string;
  readonly where: string;
  readonly what: string;
  /** The most characters that fit, as `widthOf` counts them. */
  readonly room: number;
}

/** The rows of `context.md`. */
export function contextNotes(): readonly ContextNote[] {
  const text = readFileSync(join(import.meta.dirname, '../context.md'), 'utf8');
  return [...text.matchAll(/^\| `([^`]+)` \| (.+) \| (.+) \| (\d+) \|$/gm)].map(
    ([, key = '', where = '', what = '', room]) => ({ key, where, what, room: Number(room) }),
  );
}

/** How many Latin characters a text is about as wide as. Placeholders are left out, which hold anything, and soft hyphens. */
export function widthOf(text: string): number {
  const shown = text.replaceAll(/\{\{\w+\}\}|\u00AD/g, '');
  return (
    shown.length +
    (shown.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0)
  );
}
