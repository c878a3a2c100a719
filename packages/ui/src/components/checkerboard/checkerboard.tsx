import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** The pattern that stands for "nothing here". For transparency only, never as decoration. */
export function Checkerboard({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="checkerboard" className={cn('bg-checker', className)} {...props} />;
}
