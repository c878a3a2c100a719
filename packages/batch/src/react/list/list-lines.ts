import type { ListEntry } from './list-entries.ts';

/** One line of the list: a heading, a row or, on a narrow screen, up to two cards. */
export type Line = readonly ListEntry[];

/** Size and arrangement of the list. On a narrow screen, items are cards. */
export interface ListLayout {
  readonly isNarrow: boolean;
  /** Width of the list, in CSS px. */
  readonly widthPx: number;
}

const rowHeightPx = 72;
const headingHeightPx = 48;
/** Height of the text below a card's thumbnail. */
const cardTextPx = 68;
const cardsPerLine = 2;

export function itemsPerLine({ isNarrow }: Pick<ListLayout, 'isNarrow'>): number {
  return isNarrow ? cardsPerLine : 1;
}

/** Distributes the entries to lines. Each heading has its own line. */
export function linesOf(entries: readonly ListEntry[], layout: Pick<ListLayout, 'isNarrow'>): readonly Line[] {
  const lines: ListEntry[][] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    const isItemLine = entry.kind === 'item' && last?.[0]?.kind === 'item';
    if (last && isItemLine && last.length < itemsPerLine(layout)) last.push(entry);
    else lines.push([entry]);
  }
  return lines;
}

/** Returns the React key of a line. */
export function keyOfLine(line: Line | undefined): string {
  const [first] = line ?? [];
  if (!first) return '';
  return first.kind === 'item' ? first.id : first.kind;
}

/** Returns the height of a line, in CSS px. */
export function heightOfLine(line: Line | undefined, { isNarrow, widthPx }: ListLayout): number {
  if (line?.[0]?.kind !== 'item') return headingHeightPx;
  return isNarrow ? Math.round(widthPx / cardsPerLine) + cardTextPx : rowHeightPx;
}

/** Returns the number of items by which Page Up and Page Down move. */
export function itemsPerPage(heightPx: number, { isNarrow, widthPx }: ListLayout): number {
  if (!isNarrow) return Math.max(1, Math.floor(heightPx / rowHeightPx) - 1);
  const cardHeightPx = widthPx / cardsPerLine + cardTextPx;
  return Math.max(1, Math.floor(heightPx / cardHeightPx)) * cardsPerLine;
}
