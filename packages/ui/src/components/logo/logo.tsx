import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const logoVariants = cva('inline-flex items-center gap-[0.42em] leading-none font-semibold tracking-[-0.02em]', {
  variants: {
    /** Size of the text. The mark is a third larger. */
    size: { sm: 'text-[15px]', md: 'text-[16.5px]', lg: 'text-[36px]' },
  },
  defaultVariants: { size: 'md' },
});

export interface LogoProps extends ComponentProps<'span'>, VariantProps<typeof logoVariants> {}

/**
 * Logo of the brand: the mark, and the wordmark as children. Without children it is decorative and hidden from screen
 * readers.
 */
export function Logo({ size, className, children, ...props }: LogoProps) {
  return (
    <span data-slot="logo" className={cn(logoVariants({ size }), className)} {...props}>
      <LogoMark className="size-[1.334em]" />
      {children}
    </span>
  );
}

/** Mark of the brand: an island within the cut line. The island has the text colour; the line is always vermilion. */
export function LogoMark({ className, ...props }: ComponentProps<'svg'>) {
  return (
    <svg
      data-slot="logo-mark"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      aria-hidden="true"
      className={cn('flex-none', className)}
      {...props}
    >
      {/* Exactly twelve dashes, one at each corner and two on each side, so that the line closes without a seam. */}
      <rect
        x="1.9"
        y="1.9"
        width="20.2"
        height="20.2"
        rx="6.2"
        fill="none"
        stroke="var(--color-cut)"
        strokeWidth="1.7"
        strokeLinecap="round"
        pathLength="120"
        strokeDasharray="3.8 6.2"
        strokeDashoffset="-9.8"
      />
      <path
        fill="currentColor"
        d="M7.1 14.9c-1.2-1.6-.5-3.6 1-4.7 1-.7 1.3-1.4 1.9-2.4 1-1.7 3.5-2.1 5.1-.8 1.5 1.2 1.2 2.6 1.9 3.9.7 1.4 1 3-.2 4.6-1.3 1.7-3.4 1.9-5.2 1.7-1.7-.2-3.4-.8-4.5-2.3z"
      />
    </svg>
  );
}
