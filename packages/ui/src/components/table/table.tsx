import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useComposedRefs } from 'radix-ui/internal';
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface TableProps extends ComponentProps<'div'> {
  /** Caption. Also the accessible name of the scrolling frame. */
  caption: ReactNode;
  /** Hides the caption, which remains available to screen readers. Use it when a heading above says the same. */
  captionHidden?: boolean;
}

/**
 * Table in a scrolling frame, which receives all other props. The frame scrolls sideways by itself, and vertically if
 * `className` sets its height. It is focusable only while its content overflows.
 */
export function Table({ caption, captionHidden = false, ref, className, children, ...props }: TableProps) {
  const captionId = useId();
  const frame = useRef<HTMLDivElement>(null);
  // True until measured, so that a wide table can be scrolled by keyboard without a script too.
  const [scrolls, setScrolls] = useState(true);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => {
      setScrolls(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  }, []);

  return (
    <div
      ref={useComposedRefs(frame, ref)}
      data-slot="table"
      data-state={scrolls ? 'scrolling' : 'fitting'}
      {...(scrolls && { role: 'region', 'aria-labelledby': captionId, tabIndex: 0 })}
      className={cn('relative overflow-auto rounded-[2px]', className)}
      {...props}
    >
      <table className="w-full border-separate border-spacing-0 text-13">
        <caption id={captionId} className={captionHidden ? 'sr-only' : 'px-3 pb-2 text-start text-13 text-faint'}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

export interface TableHeadProps extends ComponentProps<'thead'> {
  /** Keeps the head visible while the rows scroll. */
  sticky?: boolean;
  /** Background of the surface that the table is on. A sticky head needs it to cover the rows. */
  ground?: 'paper' | 'sheet';
}

/** Row of column headers. */
export function TableHead({ sticky = true, ground = 'paper', className, ...props }: TableHeadProps) {
  return (
    <thead
      data-slot="table-head"
      className={cn(sticky && ['sticky top-0 z-1', ground === 'paper' ? 'bg-paper' : 'bg-sheet'], className)}
      {...props}
    />
  );
}

/** Rows of the table. */
export function TableBody({ className, ...props }: ComponentProps<'tbody'>) {
  return <tbody data-slot="table-body" className={cn('*:hover:bg-hover', className)} {...props} />;
}

export interface TableRowProps extends ComponentProps<'tr'> {
  /** Highlights the row. Add a checkbox with the same state, because screen readers announce no state of a `<tr>`. */
  selected?: boolean;
}

/** Row of a table. */
export function TableRow({ selected = false, className, ...props }: TableRowProps) {
  return (
    <tr
      data-slot="table-row"
      data-state={selected ? 'selected' : 'resting'}
      className={cn(
        'data-[state=selected]:bg-accent-wash',
        'forced-colors:data-[state=selected]:outline-2 forced-colors:data-[state=selected]:-outline-offset-2 forced-colors:data-[state=selected]:outline-[Highlight]',
        className,
      )}
      {...props}
    />
  );
}

export type SortDirection = 'asc' | 'desc';

type Sorting =
  | {
      /** Current sort direction of this column. */
      sort: SortDirection | 'none';
      /** Called with the requested direction: ascending first, then alternating. */
      onSort: (next: SortDirection) => void;
    }
  | { sort?: undefined; onSort?: undefined };

export type TableHeaderProps = ComponentProps<'th'> &
  Sorting & {
    /** Aligns the header with numbers at the end of the column. */
    numeric?: boolean;
  };

/** Header of a column, or of a row with `scope="row"`. With `sort` and `onSort` it is a button. */
export function TableHeader({
  sort,
  onSort,
  numeric = false,
  scope = 'col',
  className,
  children,
  ...props
}: TableHeaderProps) {
  return (
    <th
      data-slot="table-header"
      scope={scope}
      data-state={sort}
      aria-sort={sort && ariaSort[sort]}
      className={cn(
        'border-b px-3 font-medium whitespace-nowrap',
        scope === 'row' ? 'border-line py-2 text-ink' : 'h-9 border-line-strong text-soft',
        numeric ? 'text-end' : 'text-start',
        className,
      )}
      {...props}
    >
      {sort ? (
        <button
          type="button"
          onClick={() => onSort(sort === 'asc' ? 'desc' : 'asc')}
          className={cn(
            '-mx-1.5 inline-flex h-7 items-center gap-1 rounded-sm px-1.5 transition-colors duration-fast hover:bg-hover hover:text-ink',
            sort !== 'none' && 'text-ink',
            // The icon is on the other side, so that the label is aligned with the numbers.
            numeric && 'flex-row-reverse',
          )}
        >
          {children}
          <SortSign sort={sort} />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

const ariaSort = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

function SortSign({ sort }: { sort: SortDirection | 'none' }) {
  switch (sort) {
    case 'asc':
      return <ArrowUp aria-hidden className="size-3.5" />;
    case 'desc':
      return <ArrowDown aria-hidden className="size-3.5" />;
    case 'none':
      return <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />;
    default:
      return sort satisfies never;
  }
}

export interface TableCellProps extends ComponentProps<'td'> {
  /** Aligns numbers at the end, with digits of equal width and without wrapping. */
  numeric?: boolean;
}

/** Cell with a value. */
export function TableCell({ numeric = false, className, ...props }: TableCellProps) {
  return (
    <td
      data-slot="table-cell"
      className={cn(
        'border-b border-line px-3 py-2 text-ink',
        numeric && 'text-end whitespace-nowrap tabular-nums',
        className,
      )}
      {...props}
    />
  );
}

export interface TableEmptyProps extends ComponentProps<'td'> {
  /** Number of columns of the table, all of which it spans. */
  columns: number;
}

/**
 * Replaces the rows when there is nothing yet, nothing found, or an error. Contains a line of text or an `EmptyState`.
 */
export function TableEmpty({ columns, className, ...props }: TableEmptyProps) {
  return (
    <tr data-slot="table-empty" className="hover:bg-transparent!">
      <td
        colSpan={columns}
        className={cn('border-b border-line px-3 py-8 text-center text-soft', className)}
        {...props}
      />
    </tr>
  );
}
