/** The content of one field; null leaves it empty. */
export type CsvField = string | number | null;

/**
 * Text that a spreadsheet would compute: signs of a formula, full-width ones too, also behind spaces, and characters that make
 * some programs begin a new cell.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * Writes rows as a spreadsheet reads them: RFC 4180, with a byte order mark so that spreadsheets take it for UTF-8.
 * @param rows the first one names the columns. Text that a spreadsheet would compute gets an apostrophe in front, by which it is text.
 */
export function toCsv(rows: readonly (readonly CsvField[])[]): string {
  return `\u{FEFF}${rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')}`;
}

function fieldOf(value: CsvField): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
