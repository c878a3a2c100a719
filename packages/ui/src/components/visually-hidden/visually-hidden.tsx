import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface VisuallyHiddenProps extends ComponentProps<'span'> {
  /** Hides the only child itself, such as a heading. */
  asChild?: boolean;
}

/**
 * Text for screen readers only, for example in addition to an icon. Hidden by a class instead of Radix's inline style,
 * which prerendered pages must not contain.
 */
export function VisuallyHidden({ asChild, className, ...props }: VisuallyHiddenProps) {
  const Element = asChild ? Slot.Root : 'span';
  return <Element data-slot="visually-hidden" className={cn('sr-only', className)} {...props} />;
}
