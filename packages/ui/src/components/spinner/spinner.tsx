import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface SpinnerProps extends ComponentProps<'svg'> {
  /** Accessible name: what is being waited for. Without it the spinner is decorative and needs text next to it. */
  label?: string;
}

/**
 * Circular waiting indicator in the style of the cut line. Always say what is being waited for, in `label` or in text
 * next to it.
 */
export function Spinner({ label, className, ...props }: SpinnerProps) {
  return (
    <svg
      data-slot="spinner"
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={cn('flex-none animate-spin', className)}
      {...props}
    >
      <circle cx="8" cy="8" r="6.25" pathLength="24" strokeDasharray="2.6 3.4" />
    </svg>
  );
}
