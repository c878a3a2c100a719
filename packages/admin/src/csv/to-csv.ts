/**
 * Writes rows as a spreadsheet reads them: RFC 4180, with a byte order mark so that spreadsheets take it for UTF-8.
 * @param rows the first one names the columns. Text that a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\u{FEFF}${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`;
}

function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
