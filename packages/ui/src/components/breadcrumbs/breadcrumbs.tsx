import { ChevronRight, Ellipsis } from 'lucide-react';
import { Slot } from 'radix-ui';
import { Children, createContext, use, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Position of a breadcrumb. A narrow container hides those of the `middle`. */
type Place = 'first' | 'middle' | 'parent' | 'last';

const PlaceContext = createContext<Place>('first');

export interface BreadcrumbsProps extends ComponentProps<'nav'> {
  /** Accessible name of the landmark. */
  label: string;
}

export interface BreadcrumbProps extends ComponentProps<'a'> {
  /** Marks the current page. Defaults to true for the last breadcrumb. */
  current?: boolean;
  /**
   * Renders the only child, such as a router's link, with the component's styles. Without `asChild` and without `href`
   * the breadcrumb is plain text.
   */
  asChild?: boolean;
}

/**
 * Path from the home page to the current page. A narrow container shows the first and the last two breadcrumbs, and an
 * ellipsis for those in between.
 */
export function Breadcrumbs({ label, className, children, ...props }: BreadcrumbsProps) {
  const crumbs = Children.toArray(children);
  return (
    <nav data-slot="breadcrumbs" aria-label={label} className={cn('@container text-13', className)} {...props}>
      <ol className="-ms-1 flex min-w-0 flex-wrap items-center">
        {Children.map(crumbs, (crumb, index) => (
          <PlaceContext value={placeOf(index, crumbs.length)}>{crumb}</PlaceContext>
        ))}
      </ol>
    </nav>
  );
}

/** One page of the path. */
export function Breadcrumb({ current, asChild, className, ...props }: BreadcrumbProps) {
  const place = use(PlaceContext);
  const isCurrent = current ?? place === 'last';
  const Page = asChild ? Slot.Root : props.href === undefined ? 'span' : 'a';
  return (
    <li data-place={place} className={cn('flex min-w-0 items-center', '@max-md:data-[place=middle]:not-nth-2:hidden')}>
      {place === 'middle' && <Ellipsis aria-hidden className="mx-1 hidden size-4 text-faint @max-md:block" />}
      <Page
        data-slot="breadcrumb"
        data-state={isCurrent ? 'current' : 'above'}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          'min-w-0 rounded-[2px] px-1 py-1 wrap-break-word transition-colors duration-fast',
          isCurrent ? 'text-ink' : 'text-soft [&:is(a)]:hover:text-ink',
          place === 'middle' && '@max-md:hidden',
          className,
        )}
        {...props}
      />
      {place !== 'last' && <ChevronRight aria-hidden className="size-3.5 text-faint rtl:-scale-x-100" />}
    </li>
  );
}

function placeOf(index: number, count: number): Place {
  if (index === count - 1) return 'last';
  if (index === 0) return 'first';
  return index === count - 2 ? 'parent' : 'middle';
}
