import { download } from './download.ts';

/** Content of one field. Null leaves it empty. */
export type CsvField = string | number | null;

/**
 * Matches text that a spreadsheet would evaluate: the first characters of formulas, full-width ones too, also after
 * spaces, and characters with which some programs begin a new cell.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Formats rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8.
 * @param rows the first row contains the column names. Text that a spreadsheet would evaluate gets an apostrophe in
 * front, which makes it text.
 */
export function toCsv(rows: readonly (readonly CsvField[])[]): string {
  return `\u{FEFF}${rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`;
}

/** Saves rows as a CSV file, with a download of the browser. */
export function saveCsv(rows: readonly (readonly CsvField[])[], name: string): void {
  download(new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }), name);
}

function fieldOf(value: CsvField): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
