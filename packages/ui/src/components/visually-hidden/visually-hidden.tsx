import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface VisuallyHiddenProps extends ComponentProps<'span'> {
  /** Hides the only child itself, such as a heading. */
  asChild?: boolean;
}

/** Words for screen readers where the eye has an icon. By class, not by Radix's inline style: prerendered pages may have none. */
export function VisuallyHidden({ asChild, className, ...props }: VisuallyHiddenProps) {
  const Element = asChild ? Slot.Root : 'span';
  return <Element data-slot="visually-hidden" className={cn('sr-only', className)} {...props} />;
}
