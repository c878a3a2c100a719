import {
  getCoreRowModel,
  getSortedRowModel,
  useReactTable,
  type ColumnDef,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';

import type { DataColumn, DataSorting } from './columns.ts';

interface DataTableOptions<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** Current sorting with `onSort`, initial sorting without it. */
  sorting: DataSorting | undefined;
  onSort: ((next: DataSorting) => void) | undefined;
  selected: readonly string[] | undefined;
  onSelect: ((ids: string[]) => void) | undefined;
}

/** Sorts rows unless the parent does, and connects the selection of rows with TanStack Table. */
export function useDataTable<Row>({
  columns,
  rows,
  rowId,
  sorting,
  onSort,
  selected,
  onSelect,
}: DataTableOptions<Row>) {
  const [ownSorting, setOwnSorting] = useState(sorting);
  const shownSorting = onSort ? sorting : ownSorting;
  const sortBy = onSort ?? setOwnSorting;
  // This project does not use the React compiler, so nothing memoises the functions that the table returns.
  // oxlint-disable-next-line react/incompatible-library
  const table = useReactTable<Row>({
    data: rows as Row[],
    columns: useMemo(() => columnDefs(columns), [columns]),
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    manualSorting: onSort !== undefined,
    // The table does not page by itself. Resetting the page would render again, endlessly if `sorting` is a new object
    // each time.
    autoResetAll: false,
    manualPagination: true,
    enableRowSelection: onSelect !== undefined,
    onRowSelectionChange: (update) => {
      const before = selectionState(selected);
      const after = typeof update === 'function' ? update(before) : update;
      onSelect?.(Object.keys(after).filter((id) => after[id]));
    },
    state: { sorting: sortingState(shownSorting), rowSelection: selectionState(selected) },
  });
  return { table, shownSorting, sortBy };
}

function columnDefs<Row>(columns: readonly DataColumn<Row>[]): ColumnDef<Row>[] {
  return columns.map(({ id, sortValue }) => ({ id, ...(sortValue && { accessorFn: sortValue }) }));
}

function sortingState(sorting: DataSorting | undefined): SortingState {
  return sorting ? [{ id: sorting.column, desc: sorting.direction === 'desc' }] : [];
}

function selectionState(ids: readonly string[] = []): RowSelectionState {
  return Object.fromEntries(ids.map((id) => [id, true]));
}
