import { extname } from 'node:path';

import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { ContactSheet } from '@isola/batch';

/** Formats of results that a browser can draw. */
const drawnFormats: ReadonlySet<string> = new Set(['png', 'png-palette', 'webp', 'jpeg', 'avif']);

const grid = { columns: 4, rows: 5, hasNames: true } as const;
const sheets: Readonly<Record<string, ContactSheet>> = {
  '.pdf': { kind: 'pdf', paper: 'a4', ...grid },
  '.jpg': { kind: 'jpeg', ...grid },
  '.jpeg': { kind: 'jpeg', ...grid },
  '.png': { kind: 'png', ...grid },
};

/** Checks the file of `--contact-sheet`. */
export function sheetFile(file: string): string {
  if (extname(file).toLowerCase() in sheets) return file;
  throw new InvalidArgumentError('It must end in .pdf, .jpg or .png.');
}

/** Returns the contact sheet of a file's kind. */
export function sheetOf(file: string): ContactSheet {
  const sheet = sheets[extname(file).toLowerCase()];
  if (!sheet) throw new Error(`${file} is no kind of contact sheet`);
  return sheet;
}

/** Checks whether results in a format can be shown on a contact sheet. */
export function isShownOnSheets(format: string): boolean {
  return drawnFormats.has(format);
}
