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
      /** Emphasis. `primary` for the main action of a view, `danger` for destructive actions. */
      variant: {
        primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-pressed',
        secondary: 'border-line bg-sheet text-ink hover:border-line-strong hover:bg-hover active:bg-pressed',
        ghost: 'border-transparent text-soft hover:bg-hover hover:text-ink active:bg-pressed disabled:bg-transparent',
        danger: 'border-danger-line bg-sheet text-danger hover:bg-danger-wash active:border-danger',
      },
      /** Height and padding. `md` for panels and forms, `lg` for a page's single action, `sm` for rows and banners. */
      size: {
        sm: 'gap-1.5 rounded-sm px-2.5 text-13 [&_svg]:size-4',
        md: 'gap-2 rounded-md px-3.5 text-14 [&_svg]:size-4',
        lg: 'gap-2.5 rounded-md px-5 text-16 [&_svg]:size-5',
      },
      /** Allows the label to wrap. The button grows with it. */
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
  /** Renders the only child (a link, a router's link) with the component's styles instead of a `<button>`. */
  asChild?: boolean;
  /**
   * Shows a spinner and ignores presses while an action runs. The focus stays on the button. Has no effect with
   * `asChild`.
   */
  loading?: boolean;
}

/**
 * Button for an action. Pass icons as children, before or after the label. Show at most one `primary` button at a time.
 */
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
      // The button is not `disabled` while loading, because it would lose the focus.
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? ignore : onClick}
      {...props}
    >
      {children}
      {/* The spinner is inserted last, because React would fail to insert it before a text node that the browser's
          translation has replaced. */}
      {loading && <Spinner className="order-first" />}
    </button>
  );
}

/** Ignores a press while loading. A submit button must not submit its form twice. */
function ignore(event: MouseEvent) {
  event.preventDefault();
}
