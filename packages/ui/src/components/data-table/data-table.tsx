import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Button } from '../button/button.tsx';
import { Table, TableBody, TableEmpty, TableHead, type TableProps } from '../table/table.tsx';
import type { DataColumn, DataSorting } from './columns.ts';
import { HeaderRow } from './header-row.tsx';
import { DataRows, PlaceholderRows } from './rows.tsx';
import { useDataTable } from './use-data-table.ts';

export type { DataColumn, DataSorting } from './columns.ts';

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
  const { table, shownSorting, sortBy } = useDataTable({ columns, rows, rowId, sorting, onSort, selected, onSelect });
  const columnCount = columns.length + (onSelect ? 1 : 0) + (rowActions ? 1 : 0);
  const isWaiting = state === 'loading' && rows.length === 0;
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
          <HeaderRow
            table={table}
            columns={columns}
            sorting={shownSorting}
            sortBy={sortBy}
            isSelectable={Boolean(onSelect)}
            selectAllLabel={labels?.selectAll}
            hasMenus={Boolean(rowActions)}
          />
        </TableHead>
        <TableBody>
          {state === 'failed' ? (
            <TableEmpty columns={columnCount}>{failure}</TableEmpty>
          ) : isWaiting ? (
            <PlaceholderRows rows={skeletonRows} columns={columnCount} dense={dense} />
          ) : rows.length === 0 ? (
            <TableEmpty columns={columnCount}>{empty}</TableEmpty>
          ) : (
            <DataRows
              table={table}
              columns={columns}
              dense={dense}
              ground={ground}
              isSelectable={Boolean(onSelect)}
              rowActions={rowActions}
              labels={labels}
            />
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
