import { toCsv } from '@isola/i18n/csv';

import { saveFile } from './save-file.ts';

/** Saves rows as a CSV file on the reader's device. */
export function saveCsv(name: string, rows: Parameters<typeof toCsv>[0]): void {
  saveFile(name, toCsv(rows), 'text/csv');
}
