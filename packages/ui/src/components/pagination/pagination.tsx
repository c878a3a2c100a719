import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, Ellipsis } from 'lucide-react';
import type { ComponentProps, ReactElement, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { pagesInSight } from './pages-in-sight.ts';

export interface PaginationLabels {
  first: string;
  previous: string;
  next: string;
  last: string;
  /** Returns the accessible name of the link to a page: "Page 3". */
  page: (page: number) => string;
  /** Position in words, shown instead of the numbers in a narrow container: "3 of 12". */
  status: string;
}

/** Props for a link: styles, accessible name and content. The caller sets the destination. */
export type PaginationLinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'children' | 'rel' | 'aria-label' | 'aria-current'
>;

type Destination =
  | {
      /** Returns the address of a page. */
      hrefFor: (page: number) => string;
      renderLink?: undefined;
    }
  | {
      /** Renders the link to a page, such as a router's. Spread the props on it. */
      renderLink: (page: number, props: PaginationLinkProps) => ReactElement;
      hrefFor?: undefined;
    };

export type PaginationProps = Omit<ComponentProps<'nav'>, 'children'> &
  Destination & {
    /** Accessible name of the landmark. */
    label: string;
    /** Texts of the buttons and of the current position. */
    labels: PaginationLabels;
    /** Current page, from 1. */
    page: number;
    /** Number of pages, at least 1. */
    pageCount: number;
  };

const square =
  'inline-grid h-9 min-w-9 place-items-center rounded-md border px-2 tabular-nums transition-colors duration-fast';

/**
 * Links to the pages of a long list. A narrow container shows the current position and links to both ends instead of
 * the numbers.
 */
export function Pagination({
  label,
  labels,
  page,
  pageCount,
  hrefFor,
  renderLink,
  className,
  ...props
}: PaginationProps) {
  const link = (to: number, linkProps: PaginationLinkProps) => {
    if (renderLink) return renderLink(to, linkProps);
    const { children, ...rest } = linkProps;
    return (
      <a href={hrefFor(to)} {...rest}>
        {children}
      </a>
    );
  };

  const step = (to: number, name: string, icon: ReactNode, rel?: 'prev' | 'next') =>
    to < 1 || to > pageCount || to === page ? (
      <span
        role="link"
        aria-disabled="true"
        aria-label={name}
        className={cn(square, 'cursor-not-allowed border-transparent text-neutral-9')}
      >
        {icon}
      </span>
    ) : (
      link(to, {
        'aria-label': name,
        className: cn(square, 'border-transparent text-soft hover:bg-hover hover:text-ink active:bg-pressed'),
        children: icon,
        ...(rel && { rel }),
      })
    );

  return (
    <nav data-slot="pagination" aria-label={label} className={cn('@container text-14', className)} {...props}>
      <ul className="flex items-center gap-1 @max-md:justify-between">
        <li className="@md:hidden">{step(1, labels.first, <ChevronsLeft aria-hidden className={sign} />)}</li>
        <li>{step(page - 1, labels.previous, <ChevronLeft aria-hidden className={sign} />, 'prev')}</li>
        <li className="px-2 text-center text-13 text-balance text-soft tabular-nums @md:hidden">{labels.status}</li>
        {pagesInSight(page, pageCount).map((entry) => (
          <li key={entry} className="@max-md:hidden">
            {typeof entry === 'number' ? (
              link(entry, {
                'aria-label': labels.page(entry),
                children: entry,
                ...(entry === page && { 'aria-current': 'page' }),
                className: cn(
                  square,
                  'border-transparent text-soft hover:bg-hover hover:text-ink active:bg-pressed',
                  'aria-[current=page]:border-line-strong aria-[current=page]:bg-sheet aria-[current=page]:font-medium aria-[current=page]:text-ink',
                  'forced-colors:aria-[current=page]:outline-2 forced-colors:aria-[current=page]:-outline-offset-2 forced-colors:aria-[current=page]:outline-[Highlight]',
                ),
              })
            ) : (
              <span aria-hidden className="inline-grid size-9 place-items-center text-faint">
                <Ellipsis className="size-4" />
              </span>
            )}
          </li>
        ))}
        <li>{step(page + 1, labels.next, <ChevronRight aria-hidden className={sign} />, 'next')}</li>
        <li className="@md:hidden">{step(pageCount, labels.last, <ChevronsRight aria-hidden className={sign} />)}</li>
      </ul>
    </nav>
  );
}

const sign = 'size-4 rtl:-scale-x-100';
