import type { Table } from '@tanstack/react-table';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Checkbox } from '../checkbox/checkbox.tsx';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '../dropdown-menu/dropdown-menu.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Skeleton } from '../skeleton/skeleton.tsx';
import { TableCell, TableHeader, TableRow } from '../table/table.tsx';
import { columnOf, firstColumn, type DataColumn } from './columns.ts';

// A dense row is as high as a row with a button, so that all tables have rows of equal height.
const denseCell = 'h-10 py-1!';

/** Placeholders of the rows during the first load. */
export function PlaceholderRows({ rows, columns, dense }: { rows: number; columns: number; dense: boolean }) {
  return Array.from({ length: rows }, (_, row) => (
    <TableRow key={row}>
      {Array.from({ length: columns }, (_, at) => (
        <TableCell key={at} className={cn(dense && denseCell)}>
          <Skeleton className="my-0.5 h-4" />
        </TableCell>
      ))}
    </TableRow>
  ));
}

interface DataRowsProps<Row> {
  table: Table<Row>;
  columns: readonly DataColumn<Row>[];
  dense: boolean;
  ground: 'paper' | 'sheet';
  /** Adds a checkbox to each row. */
  isSelectable: boolean;
  rowActions: ((row: Row) => ReactNode) | undefined;
  labels: { selectRow?: (row: Row) => string; rowActions?: (row: Row) => string } | undefined;
}

/** Rows of the current page, in the order of the sorting. */
export function DataRows<Row>({ table, columns, dense, ground, isSelectable, rowActions, labels }: DataRowsProps<Row>) {
  const low = dense && denseCell;
  return table.getRowModel().rows.map((row) => (
    <TableRow key={row.id} selected={row.getIsSelected()} className={ground === 'paper' ? 'bg-paper' : 'bg-sheet'}>
      {isSelectable && (
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
          <TableHeader key={cell.id} scope="row" numeric={numeric} className={cn(firstColumn, low)}>
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
  ));
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
