import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface CardProps extends ComponentProps<'div'> {
  /** Extends the link in the title to the whole card. Other links and buttons keep their own actions. */
  interactive?: boolean;
  /** Renders the only child, such as an `<article>` or a `<li>`, with the component's styles. */
  asChild?: boolean;
}

/** One of several similar items, on a surface with a border. */
export function Card({ interactive = false, asChild, className, ...props }: CardProps) {
  const Sheet = asChild ? Slot.Root : 'div';
  return (
    <Sheet
      data-slot="card"
      data-state={interactive ? 'interactive' : 'still'}
      className={cn(
        'relative flex flex-col rounded-md border border-line bg-sheet text-14 text-soft',
        interactive && [
          'transition-colors duration-fast hover:border-line-strong has-[[data-slot=card-title]_a:active]:bg-hover',
          // The link is stretched instead of wrapped around the content: a screen reader would read a link around the
          // whole card as one long name.
          '[&_[data-slot=card-title]_a]:outline-none [&_[data-slot=card-title]_a]:after:absolute [&_[data-slot=card-title]_a]:after:-inset-px [&_[data-slot=card-title]_a]:after:rounded-md',
          '[&_[data-slot=card-title]_a:focus-visible]:after:outline-2 [&_[data-slot=card-title]_a:focus-visible]:after:outline-offset-2 [&_[data-slot=card-title]_a:focus-visible]:after:outline-focus forced-colors:[&_[data-slot=card-title]_a:focus-visible]:after:outline-[Highlight]',
        ],
        className,
      )}
      {...props}
    />
  );
}

/** Header with the title and its details. */
export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-header" className={cn('flex flex-col gap-1 p-5', className)} {...props} />;
}

export interface CardTitleProps extends ComponentProps<'h3'> {
  /** Heading level of the title. */
  headingLevel?: 2 | 3 | 4 | 5;
}

/** Title of the card. In an interactive card it contains the link. */
export function CardTitle({ headingLevel = 3, className, ...props }: CardTitleProps) {
  const Heading = `h${headingLevel}` as const;
  return <Heading data-slot="card-title" className={cn('text-16 font-semibold text-ink', className)} {...props} />;
}

/** Content of the card. */
export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-body"
      className={cn(
        'p-5 [&_:is(a,button,input,select,textarea)]:relative [[data-slot=card-header]+&]:-mt-2 [[data-slot=card-header]+&]:pt-0',
        className,
      )}
      {...props}
    />
  );
}

/** Actions or metadata at the bottom edge, below a hairline. */
export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="card-footer"
      className={cn(
        'mt-auto flex flex-wrap items-center gap-2 border-t border-line px-5 py-3 text-13 [&_:is(a,button,input,select,textarea)]:relative',
        className,
      )}
      {...props}
    />
  );
}
