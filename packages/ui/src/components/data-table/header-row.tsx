import type { Table } from '@tanstack/react-table';

import { cn } from '../../cn.ts';
import { Checkbox } from '../checkbox/checkbox.tsx';
import { TableCell, TableHeader, TableRow } from '../table/table.tsx';
import { columnOf, firstColumn, type DataColumn, type DataSorting } from './columns.ts';

interface HeaderRowProps<Row> {
  table: Table<Row>;
  columns: readonly DataColumn<Row>[];
  sorting: DataSorting | undefined;
  sortBy: (next: DataSorting) => void;
  /** Adds a checkbox that selects all rows. */
  isSelectable: boolean;
  selectAllLabel: string | undefined;
  /** Adds an empty cell above the rows' menus. */
  hasMenus: boolean;
}

/** Row of the columns' headers. */
export function HeaderRow<Row>({
  table,
  columns,
  sorting,
  sortBy,
  isSelectable,
  selectAllLabel,
  hasMenus,
}: HeaderRowProps<Row>) {
  return (
    <TableRow className="bg-inherit">
      {isSelectable && (
        <TableHeader className="w-9 pe-0">
          <Checkbox
            aria-label={selectAllLabel}
            checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() ? 'indeterminate' : false)}
            onCheckedChange={(next) => table.toggleAllRowsSelected(next)}
          />
        </TableHeader>
      )}
      {table.getFlatHeaders().map((header, at) => {
        const { header: words, numeric = false, sortable = false } = columnOf(columns, header.id);
        const sort = sorting?.column === header.id ? sorting.direction : 'none';
        const shared = { numeric, className: cn(at === 0 && firstColumn) };
        return sortable ? (
          <TableHeader
            key={header.id}
            {...shared}
            sort={sort}
            onSort={(direction) => sortBy({ column: header.id, direction })}
          >
            {words}
          </TableHeader>
        ) : (
          <TableHeader key={header.id} {...shared}>
            {words}
          </TableHeader>
        );
      })}
      {hasMenus && <TableCell className="border-line-strong! print:hidden" />}
    </TableRow>
  );
}
