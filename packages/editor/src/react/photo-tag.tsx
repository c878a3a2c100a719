import { cn } from '@isola/ui/cn';
import type { ComponentProps } from 'react';

/** A few words on a dark plate over an image, legible on every colour. Its place comes with `className`. */
export function PhotoTag({ className, ...props }: ComponentProps<'span'>) {
  return (
    <span
      className={cn('absolute rounded-sm bg-photo-plate px-2 py-0.5 text-12 text-on-photo', className)}
      {...props}
    />
  );
}
