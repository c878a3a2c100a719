import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';

import { cn } from '../../cn.ts';
import { Spinner } from '../spinner/spinner.tsx';

const buttonVariants = cva(
  [
    'relative inline-flex items-center justify-center border font-medium select-none',
    'transition-colors duration-fast disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
    'disabled:border-transparent disabled:bg-pressed disabled:text-faint',
    'data-[state=loading]:cursor-progress',
  ],
  {
    variants: {
      /** `primary` for the one step that most people came for, `danger` for what destroys. */
      variant: {
        primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed',
        secondary: 'border-line bg-sheet text-ink hover:border-line-strong hover:bg-hover active:bg-pressed',
        ghost: 'border-transparent text-soft hover:bg-hover hover:text-ink active:bg-pressed disabled:bg-transparent',
        danger: 'border-danger-line bg-sheet text-danger hover:bg-danger-wash active:border-danger',
      },
      /** `md` in panels and forms, `lg` where the page has one thing to do, `sm` within rows and banners. */
      size: {
        sm: 'gap-1.5 rounded-sm px-2.5 text-13 [&_svg]:size-4',
        md: 'gap-2 rounded-md px-3.5 text-14 [&_svg]:size-4',
        lg: 'gap-2.5 rounded-md px-5 text-16 [&_svg]:size-5',
      },
      /** Whether words that find no room take another line, and the button grows with them. */
      wrap: {
        true: 'wrap-break-word whitespace-normal',
        false: 'whitespace-nowrap',
      },
    },
    compoundVariants: [
      { size: 'sm', wrap: false, className: 'h-8' },
      { size: 'md', wrap: false, className: 'h-9' },
      { size: 'lg', wrap: false, className: 'h-12' },
      { size: 'sm', wrap: true, className: 'min-h-8 py-1' },
      { size: 'md', wrap: true, className: 'min-h-9 py-1.5' },
      { size: 'lg', wrap: true, className: 'min-h-12 py-2' },
    ],
    defaultVariants: { variant: 'secondary', size: 'md', wrap: false },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Gives the look to the only child (a link, a router's link) instead of a `<button>`. */
  asChild?: boolean;
  /** Work goes on: a spinner joins the words, presses are ignored, and the focus stays where it is. Not with `asChild`. */
  loading?: boolean;
}

/** What a person presses. Icons are children, before or after the words. At most one `primary` in sight at a time. */
export function Button({
  asChild,
  loading = false,
  variant,
  size,
  wrap,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const look = { 'data-slot': 'button', className: cn(buttonVariants({ variant, size, wrap }), className) };
  if (asChild) {
    return (
      <Slot.Root {...look} {...(onClick && { onClick })} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      {...look}
      data-state={loading ? 'loading' : 'ready'}
      // Not `disabled` while loading: that would throw the keyboard's place away.
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? ignore : onClick}
      {...props}
    >
      {children}
      {/* Inserted last, so that it is not inserted before a text that a browser's translation has taken out of the page. */}
      {loading && <Spinner className="order-first" />}
    </button>
  );
}

/** A button of a form must not send it twice. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}
