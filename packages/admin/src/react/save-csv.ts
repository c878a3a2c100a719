import { toCsv } from '../csv/to-csv.ts';

/** Gives the reader a file to keep. */
export function saveCsv(name: string, rows: Parameters<typeof toCsv>[0]): void {
  const url = URL.createObjectURL(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
