import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Keeps the place of what is coming, in its size. Say what is coming with `aria-busy` on the region around it. */
export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="skeleton"
      aria-hidden="true"
      className={cn('animate-breathe rounded-sm bg-pressed', className)}
      {...props}
    />
  );
}
