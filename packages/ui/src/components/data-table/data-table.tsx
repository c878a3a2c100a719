import {
  getCoreRowModel,
  getSortedRowModel,
  useReactTable,
  type ColumnDef,
  type RowSelectionState,
  type SortingState,
} from '@tanstack/react-table';
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Button } from '../button/button.tsx';
import { Checkbox } from '../checkbox/checkbox.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '../dropdown-menu/dropdown-menu.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import {
  Table,
  TableBody,
  TableCell,
  TableEmpty,
  TableHead,
  TableHeader,
  TableRow,
  type SortDirection,
  type TableProps,
} from '../table/table.tsx';

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

export interface DataTableLabels<Row> {
  /** Accessible name of a row's menu: "Actions for anna@example.com". */
  rowActions?: (row: Row) => string;
  selectAll?: string;
  /** Accessible name of a row's checkbox: "Select anna@example.com". */
  selectRow?: (row: Row) => string;
  /** Accessible name of the landmark with the two paging buttons. */
  paging?: string;
  previous?: string;
  next?: string;
}

export interface DataTableProps<Row> extends Pick<TableProps, 'caption' | 'captionHidden' | 'className'> {
  /** Columns: their content, and whether they sort. */
  columns: readonly DataColumn<Row>[];
  /** Rows of the current page. */
  rows: readonly Row[];
  /** Returns a unique key of a row, such as its id in the database. */
  rowId: (row: Row) => string;
  /**
   * Loading state. `loading` keeps the present rows under an animated line, or shows placeholders when there are none.
   * `failed` shows `failure`.
   */
  state?: 'ready' | 'loading' | 'failed';
  /** Content when there are no rows, such as an `EmptyState`. */
  empty: ReactNode;
  /** Content when loading failed: what happened, and a button to retry. */
  failure?: ReactNode;
  /** Number of placeholder rows during the first load. */
  skeletonRows?: number;
  /** Reduces the height of the rows. */
  dense?: boolean;
  /** Background of the surface that the table is on. */
  ground?: 'paper' | 'sheet';
  /**
   * Current sorting. With `onSort` the parent sorts the rows; without it this is the initial sorting of the browser.
   */
  sorting?: DataSorting;
  /** Called with the requested column and direction. The parent sorts the rows. */
  onSort?: (next: DataSorting) => void;
  /** Ids of the selected rows. With `onSelect` each row has a checkbox. */
  selected?: readonly string[];
  /** Called with the ids of all selected rows. */
  onSelect?: (ids: string[]) => void;
  /** Returns the items of a row's menu, or `null` for a row without a menu. */
  rowActions?: (row: Row) => ReactNode;
  /** Texts of the table. */
  labels?: DataTableLabels<Row>;
  /** Number of shown rows, and whether there are more; shown below the table. */
  status?: ReactNode;
  /** Goes to the previous page. Undefined on the first page. */
  onPrevious?: (() => void) | undefined;
  /** Goes to the next page. Undefined on the last page. */
  onNext?: (() => void) | undefined;
}

/** Table for records from a database, with sorting, selection, row actions and paging. The parent fetches the rows. */
export function DataTable<Row>({
  caption,
  captionHidden = false,
  className,
  columns,
  rows,
  rowId,
  state = 'ready',
  empty,
  failure,
  skeletonRows = 8,
  dense = false,
  ground = 'paper',
  sorting,
  onSort,
  selected,
  onSelect,
  rowActions,
  labels,
  status,
  onPrevious,
  onNext,
}: DataTableProps<Row>) {
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
  const columnCount = columns.length + (onSelect ? 1 : 0) + (rowActions ? 1 : 0);
  const isWaiting = state === 'loading' && rows.length === 0;
  // A dense row is as high as a row with a button, so that all tables have rows of equal height.
  const low = dense && 'h-10 py-1!';
  const stays = 'sticky start-0 z-1 bg-inherit';
  return (
    <div data-slot="data-table" data-state={state} className="relative">
      {state === 'loading' && rows.length > 0 && (
        <div aria-hidden className="absolute inset-x-0 top-0 z-10 h-0.5 animate-march-track bg-cut-dashes" />
      )}
      <Table
        caption={caption}
        captionHidden={captionHidden}
        aria-busy={state === 'loading' || undefined}
        className={cn('print:overflow-visible', className)}
      >
        <TableHead ground={ground} className="z-2!">
          <TableRow className="bg-inherit">
            {onSelect && (
              <TableHeader className="w-9 pe-0">
                <Checkbox
                  aria-label={labels?.selectAll}
                  checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() ? 'indeterminate' : false)}
                  onCheckedChange={(next) => table.toggleAllRowsSelected(next)}
                />
              </TableHeader>
            )}
            {table.getFlatHeaders().map((header, at) => {
              const { header: words, numeric = false, sortable = false } = columnOf(columns, header.id);
              const sort = shownSorting?.column === header.id ? shownSorting.direction : 'none';

              const look = { numeric, className: cn(at === 0 && stays) };
              return sortable ? (
                <TableHeader
                  key={header.id}
                  {...look}
                  sort={sort}
                  onSort={(direction) => sortBy({ column: header.id, direction })}
                >
                  {words}
                </TableHeader>
              ) : (
                <TableHeader key={header.id} {...look}>
                  {words}
                </TableHeader>
              );
            })}
            {rowActions && <TableCell className="border-line-strong! print:hidden" />}
          </TableRow>
        </TableHead>
        <TableBody>
          {state === 'failed' ? (
            <TableEmpty columns={columnCount}>{failure}</TableEmpty>
          ) : isWaiting ? (
            Array.from({ length: skeletonRows }, (_, row) => (
              <TableRow key={row}>
                {Array.from({ length: columnCount }, (_, at) => (
                  <TableCell key={at} className={cn(low)}>
                    <Skeleton className="my-0.5 h-4" />
                  </TableCell>
                ))}
              </TableRow>
            ))
          ) : rows.length === 0 ? (
            <TableEmpty columns={columnCount}>{empty}</TableEmpty>
          ) : (
            table.getRowModel().rows.map((row) => (
              <TableRow
                key={row.id}
                selected={row.getIsSelected()}
                className={ground === 'paper' ? 'bg-paper' : 'bg-sheet'}
              >
                {onSelect && (
                  <TableCell className={cn('w-9 pe-0', low)}>
                    <Checkbox
                      aria-label={labels?.selectRow?.(row.original)}
                      checked={row.getIsSelected()}
                      onCheckedChange={(next) => row.toggleSelected(next)}
                    />
                  </TableCell>
                )}
                {row.getVisibleCells().map((cell, at) => {
                  const { cell: draw, numeric = false } = columnOf(columns, cell.column.id);
                  const content = draw(row.original);
                  return at === 0 ? (
                    <TableHeader key={cell.id} scope="row" numeric={numeric} className={cn(stays, low)}>
                      {content}
                    </TableHeader>
                  ) : (
                    <TableCell key={cell.id} numeric={numeric} className={cn(low)}>
                      {content}
                    </TableCell>
                  );
                })}
                {rowActions && (
                  <TableCell className="w-9 py-1! text-end print:hidden">
                    <RowMenu label={labels?.rowActions?.(row.original) ?? ''}>{rowActions(row.original)}</RowMenu>
                  </TableCell>
                )}
              </TableRow>
            ))
          )}
        </TableBody>
      </Table>
      {(status || onPrevious || onNext) && (
        <div className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 text-13 text-soft tabular-nums">
          <p aria-live="polite">{state === 'ready' && status}</p>
          {labels?.paging && (
            <nav aria-label={labels.paging} className="flex gap-2 print:hidden">
              <Button size="sm" disabled={!onPrevious} onClick={onPrevious} className="pointer-coarse:h-11">
                <ChevronLeft aria-hidden />
                {labels.previous}
              </Button>
              <Button size="sm" disabled={!onNext} onClick={onNext} className="pointer-coarse:h-11">
                {labels.next}
                <ChevronRight aria-hidden />
              </Button>
            </nav>
          )}
        </div>
      )}
    </div>
  );
}

function RowMenu({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <IconButton size="sm" label={label} className="pointer-coarse:size-11">
          <Ellipsis />
        </IconButton>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}

function columnDefs<Row>(columns: readonly DataColumn<Row>[]): ColumnDef<Row>[] {
  return columns.map(({ id, sortValue }) => ({ id, ...(sortValue && { accessorFn: sortValue }) }));
}

/**
 * Returns a column's definition. Cells are rendered from it and not by TanStack's `flexRender`, which would make a
 * component of each function.
 */
function columnOf<Row>(columns: readonly DataColumn<Row>[], id: string): DataColumn<Row> {
  const found = columns.find((each) => each.id === id);
  if (!found) throw new Error(`No column is called ${id}`);
  return found;
}

function sortingState(sorting: DataSorting | undefined): SortingState {
  return sorting ? [{ id: sorting.column, desc: sorting.direction === 'desc' }] : [];
}

function selectionState(ids: readonly string[] = []): RowSelectionState {
  return Object.fromEntries(ids.map((id) => [id, true]));
}
