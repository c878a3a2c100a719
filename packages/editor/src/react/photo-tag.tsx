import { cn } from '@isola/ui/cn';
import type { ComponentProps } from 'react';

/** Label on a dark plate over an image, legible on every colour. `className` sets its position. */
export function PhotoTag({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      className={cn('absolute rounded-sm bg-photo-plate px-2 py-0.5 text-12 text-on-photo', className)}
      {...props}
    />
  );
}
