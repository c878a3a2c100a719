import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** One key of a keyboard shortcut. */
export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      data-slot="kbd"
      className={cn(
        'inline-grid h-5 min-w-5 place-items-center rounded-[5px] border border-b-2 border-line bg-sheet px-1 font-sans text-12 leading-none text-soft',
        className,
      )}
      {...props}
    />
  );
}
