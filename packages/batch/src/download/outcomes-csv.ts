import type { BatchItem } from '../batch.ts';

/** For programs rather than for reading: they are the same in every language. */
const columns = ['name', 'outcome', 'reason', 'result', 'width_px', 'height_px', 'bytes', 'seconds'] as const;

/**
 * What became of each item, as a table for spreadsheets: RFC 4180, UTF-8 with a byte order mark, which Excel wants.
 * `outcome` is `done`, `failed`, `processing` or `waiting`; `reason` the code of a failure, or the doubts of a result.
 */
export function outcomesCsv(items: readonly BatchItem[]): Blob {
  const lines = [columns, ...items.map(rowOf)].map((row) => `${row.map(cellOf).join(',')}\r\n`);
  return new Blob(['\ufeff', ...lines], { type: 'text/csv' });
}

type Cell = string | number;

function rowOf(item: BatchItem): readonly Cell[] {
  if (item.state !== 'processed') return [item.name, item.state, '', '', '', '', '', ''];
  switch (item.outcome) {
    case 'done': {
      const { fileName, widthPx, heightPx, sizeBytes, durationMs } = item.result;
      const reason = item.doubts.map(({ kind }) => kind).join(' ');
      return [item.name, 'done', reason, fileName, widthPx, heightPx, sizeBytes, Math.round(durationMs / 10) / 100];
    }
    case 'failed':
      return [item.name, 'failed', item.failure.code, '', '', '', '', ''];
    default:
      return item satisfies never;
  }
}

/**
 * What a spreadsheet would compute gets an apostrophe in front, by which it is text.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
