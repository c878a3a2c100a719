import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

export interface ProseProps extends ComponentProps<'div'> {
  /** Renders the only child, such as an `<article>`, with the component's styles. */
  asChild?: boolean;
}

/**
 * Running text: headings, paragraphs, lists, tables and code without classes, in a column of at most 72 characters. Its styles are in
 * `styles/prose.css`.
 */
export function Prose({ asChild, className, ...props }: ProseProps) {
  const Column = asChild ? Slot.Root : 'div';
  return <Column data-slot="prose" className={cn('prose', className)} {...props} />;
}
