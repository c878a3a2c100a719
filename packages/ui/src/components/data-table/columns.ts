import type { ReactNode } from 'react';

import type { SortDirection } from '../table/table.tsx';

/**
 * Column of the table. The first column is the header of its rows, and stays visible while the others scroll sideways.
 */
export interface DataColumn<Row> {
  /** Id of the column, unique in the table. `onSort` receives it. */
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers at the end, with digits of equal width and without wrapping. */
  numeric?: boolean;
  /** Makes the header a button that sorts. */
  sortable?: boolean;
  /** Value by which the browser sorts when there is no `onSort`. */
  sortValue?: (row: Row) => string | number;
}

export interface DataSorting {
  column: string;
  direction: SortDirection;
}

/** Classes of the cells in the first column, which stay visible while the others scroll sideways. */
export const firstColumn = 'sticky start-0 z-1 bg-inherit';

/**
 * Returns a column's definition. Cells are rendered from it and not by TanStack's `flexRender`, which would make a
 * component of each function.
 */
export function columnOf<Row>(columns: readonly DataColumn<Row>[], id: string): DataColumn<Row> {
  const found = columns.find((each) => each.id === id);
  if (!found) throw new Error(`No column is called ${id}`);
  return found;
}
