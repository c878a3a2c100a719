import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Placeholder with the size of content that is loading. Set `aria-busy` on the surrounding region. */
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
