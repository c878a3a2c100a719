import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { Spinner } from '../spinner/spinner.tsx';

const iconButtonVariants = cva(
  [
    'inline-grid flex-none place-items-center border select-none',
    'transition-colors duration-fast disabled:cursor-not-allowed disabled:text-neutral-9 disabled:hover:bg-transparent',
    'data-[state=loading]:cursor-progress',
  ],
  {
    variants: {
      /** Appearance. `ghost` in toolbars and rails, `secondary` for a separate button. */
      variant: {
        ghost: [
          'border-transparent text-soft hover:bg-hover hover:text-ink active:bg-pressed',
          'aria-pressed:bg-accent-wash aria-pressed:text-accent-ink',
        ],
        secondary: [
          'border-line bg-sheet text-ink hover:border-line-strong hover:bg-hover active:bg-pressed',
          'aria-pressed:border-accent-line aria-pressed:bg-accent-wash aria-pressed:text-accent-ink',
        ],
      },
      /** Size of the button. `lg` is for touch. */
      size: {
        sm: 'size-8 rounded-sm [&_svg]:size-4',
        md: 'size-9 rounded-md [&_svg]:size-5',
        lg: 'size-12 rounded-md [&_svg]:size-6',
      },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
);

export interface IconButtonProps extends ComponentProps<'button'>, VariantProps<typeof iconButtonVariants> {
  /** Accessible name. A `Tooltip` can show it to all users. */
  label: string;
  /** Replaces the icon with a spinner and ignores presses while an action runs. */
  loading?: boolean;
}

/** Button with an icon and no text. `aria-pressed` makes it a toggle button. On touch screens use size `lg`. */
export function IconButton({ label, loading = false, variant, size, className, children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      data-slot="icon-button"
      data-state={loading ? 'loading' : 'ready'}
      aria-label={label}
      className={cn(iconButtonVariants({ variant, size }), className)}
      {...props}
      {...(loading && { 'aria-busy': true, 'aria-disabled': true, onClick: undefined })}
    >
      {loading ? <Spinner /> : children}
    </button>
  );
}
