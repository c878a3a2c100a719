import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Pattern that represents transparency. Never use it as decoration. */
export function Checkerboard({ className, ...props }: ComponentProps<'div'>) {
  return <div data-slot="checkerboard" className={cn('bg-checker', className)} {...props} />;
}
