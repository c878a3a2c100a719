import { toCsv } from '@isola/i18n/csv';

import { saveFile } from './save-file.ts';

/** Gives the reader rows as a file to keep. */
export function saveCsv(name: string, rows: Parameters<typeof toCsv>[0]): void {
  saveFile(name, toCsv(rows), 'text/csv');
}
