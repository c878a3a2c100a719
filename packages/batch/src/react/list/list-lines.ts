import { entryOf, type EntryKey } from './list-entries.ts';

/** How items are shown. Results that the user should check are tiles in both views. */
export type View = 'tiles' | 'list';

/** One line of the list: a heading, some tiles, or one row. */
export type Line =
  | { readonly kind: 'heading'; readonly section: 'look' | 'rest'; readonly count: number }
  | {
      readonly kind: 'tiles' | 'row';
      readonly ids: readonly string[];
      /** True in the section of results that the user should check. */
      readonly isReviewed: boolean;
    };

/** Arrangement of the tiles. */
export interface TileLayout {
  readonly columns: number;
  /** Width of a tile, in CSS px. */
  readonly tilePx: number;
}

/** Distance of the tiles from each other, in CSS px. */
export const tileGapPx = 12;
/** Distance of the tiles from the edges of the list, in CSS px: the classes `px-3` and, from 640 px on, `sm:px-4`. */
const paddingPx = { narrow: 12, wide: 16 } as const;
const wideFromPx = 640;
const wantedTilePx = 220;
const minColumns = 2;

const rowHeightPx = 72;
const headingHeightPx = 48;
/** Height of the bar, the name and two lines of text below a tile's picture, with the distance to the next line. */
const tileTextPx = 84;
/** Additional height for a second line of reasons, for two lines of sizes and notes, and for the buttons. */
const reviewPx = 88;

/** Returns the number of columns with which the tiles are closest to their wanted width, and that width. */
export function tileLayoutOf(widthPx: number): TileLayout {
  const insidePx = Math.max(0, widthPx - 2 * (widthPx < wideFromPx ? paddingPx.narrow : paddingPx.wide));
  const columns = Math.max(minColumns, Math.round((insidePx + tileGapPx) / (wantedTilePx + tileGapPx)));
  return { columns, tilePx: Math.max(0, (insidePx - (columns - 1) * tileGapPx) / columns) };
}

/** Distributes the entries to lines. */
export function linesOf(keys: readonly EntryKey[], view: View, columns: number): readonly Line[] {
  const lines: (Line & { ids?: string[] })[] = [];
  let isReviewed = false;
  for (const entry of keys.map(entryOf)) {
    if (entry.kind !== 'item') {
      isReviewed = entry.kind === 'look';
      lines.push({ kind: 'heading', section: entry.kind, count: entry.count });
      continue;
    }
    const kind = isReviewed || view === 'tiles' ? 'tiles' : 'row';
    const last = lines.at(-1);
    if (kind === 'tiles' && last?.kind === 'tiles' && last.ids.length < columns) last.ids.push(entry.id);
    else lines.push({ kind, ids: [entry.id], isReviewed });
  }
  return lines;
}

/**
 * Returns the React key of a line. A line of tiles is known by its place, so that its tiles stay in the page when the
 * first one is removed; a row is known by its item.
 */
export function keyOfLine(line: Line | undefined, index: number): string {
  if (!line || line.kind === 'tiles') return `${index}`;
  return line.kind === 'heading' ? line.section : (line.ids[0] ?? '');
}

/** Returns the height of a line, in CSS px. */
export function heightOfLine(line: Line | undefined, { tilePx }: TileLayout): number {
  if (!line || line.kind === 'heading') return headingHeightPx;
  if (line.kind === 'row') return rowHeightPx;
  return Math.round(tilePx) + tileTextPx + (line.isReviewed ? reviewPx : 0);
}

/** Returns the index of the line that contains an item, or -1. */
export function lineIndexOf(lines: readonly Line[], id: string): number {
  return lines.findIndex((line) => line.kind !== 'heading' && line.ids.includes(id));
}

/**
 * Finds the item to which a key moves the focus. Up and down stay in the column.
 * @param pagePx height of the visible part of the list, by which Page Up and Page Down move.
 * @returns undefined when the key does not move the focus.
 */
export function targetOf(
  lines: readonly Line[],
  id: string,
  key: string,
  { pagePx, layout }: { readonly pagePx: number; readonly layout: TileLayout },
): string | undefined {
  const items = lines.filter((line) => line.kind !== 'heading');
  const order = items.flatMap(({ ids }) => ids);
  const at = items.findIndex(({ ids }) => ids.includes(id));
  const own = items[at];
  if (!own) return undefined;
  const column = own.ids.indexOf(id);
  const inLine = (index: number) => {
    const { ids } = items[Math.min(items.length - 1, Math.max(0, index))] ?? own;
    return ids[Math.min(column, ids.length - 1)];
  };
  const beside = (by: number) => (own.kind === 'tiles' ? (order[order.indexOf(id) + by] ?? id) : undefined);
  const linesPerPage = Math.max(1, Math.floor(pagePx / heightOfLine(own, layout)));
  switch (key) {
    case 'ArrowDown':
      return inLine(at + 1);
    case 'ArrowUp':
      return inLine(at - 1);
    case 'ArrowRight':
      return beside(1);
    case 'ArrowLeft':
      return beside(-1);
    case 'PageDown':
      return inLine(at + linesPerPage);
    case 'PageUp':
      return inLine(at - linesPerPage);
    case 'Home':
      return order[0];
    case 'End':
      return order.at(-1);
    default:
      return undefined;
  }
}
