import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface BarProps extends Omit<ComponentProps<'svg'>, 'part'> {
  /** 0–1, of the track's width. */
  part: number;
}

/** The part of a track that is done. Drawn, because an attribute may stand in prerendered HTML where a style may not. */
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
