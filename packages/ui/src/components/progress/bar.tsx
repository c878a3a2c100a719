import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface BarProps extends Omit<ComponentProps<'svg'>, 'part'> {
  /** Filled fraction of the track's width, 0–1. */
  part: number;
}

/** Filled part of a track. Drawn with SVG, because prerendered HTML may contain attributes but no inline styles. */
export function Bar({ part, className, ...props }: BarProps) {
  return (
    <svg
      aria-hidden="true"
      preserveAspectRatio="none"
      className={cn('absolute inset-0 size-full rtl:-scale-x-100 forced-colors:fill-[Highlight]', className)}
      {...props}
    >
      <rect width={`${part * 100}%`} height="100%" className="transition-[width] duration-base ease-enter" />
    </svg>
  );
}
