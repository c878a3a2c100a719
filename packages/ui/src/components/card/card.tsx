import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface CardProps extends ComponentProps<'div'> {
  /** The whole card follows the link in its title. Other links and buttons in it go on working by themselves. */
  interactive?: boolean;
  /** Gives the look to the only child, such as an `<article>` or a `<li>`. */
  asChild?: boolean;
}

/** A thing among others of its kind, on a sheet of its own. */
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
          // Stretched, not wrapped round everything: a link that holds the whole card is read out as one long name.
          '[&_[data-slot=card-title]_a]:outline-none [&_[data-slot=card-title]_a]:after:absolute [&_[data-slot=card-title]_a]:after:-inset-px [&_[data-slot=card-title]_a]:after:rounded-md',
          '[&_[data-slot=card-title]_a:focus-visible]:after:outline-2 [&_[data-slot=card-title]_a:focus-visible]:after:outline-offset-2 [&_[data-slot=card-title]_a:focus-visible]:after:outline-focus forced-colors:[&_[data-slot=card-title]_a:focus-visible]:after:outline-[Highlight]',
        ],
        className,
      )}
      {...props}
    />
  );
}

/** Title and what belongs to it. */
export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="card-header" className={cn('flex flex-col gap-1 p-5', className)} {...props} />;
}

export interface CardTitleProps extends ComponentProps<'h3'> {
  /** The title's place in the page's outline. */
  headingLevel?: 2 | 3 | 4 | 5;
}

/** What the card is. In an interactive card it holds the link. */
export function CardTitle({ headingLevel = 3, className, ...props }: CardTitleProps) {
  const Heading = `h${headingLevel}` as const;
  return <Heading data-slot="card-title" className={cn('text-16 font-semibold text-ink', className)} {...props} />;
}

/** The middle, of any kind. */
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

/** What can be done with it, or when it was; at the lower edge, beneath a hairline. */
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
