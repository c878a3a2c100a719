import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const buttonGroupVariants = cva(
  [
    'inline-flex *:relative [&>:not(:first-child,:last-child)]:rounded-none',
    // The edge of the one that is meant lies above its neighbour's.
    '[&>:focus-visible]:z-2 [&>:hover]:z-1 [&>[aria-pressed=true]]:z-1',
  ],
  {
    variants: {
      orientation: {
        horizontal:
          'flex-row [&>:first-child:not(:last-child)]:rounded-e-none [&>:last-child:not(:first-child)]:rounded-s-none',
        vertical:
          'flex-col [&>:first-child:not(:last-child)]:rounded-b-none [&>:last-child:not(:first-child)]:rounded-t-none',
      },
      seam: { edge: '', gap: 'gap-px' },
    },
    compoundVariants: [
      { orientation: 'horizontal', seam: 'edge', className: '[&>:not(:first-child)]:-ms-px' },
      { orientation: 'vertical', seam: 'edge', className: '[&>:not(:first-child)]:-mt-px' },
    ],
    defaultVariants: { orientation: 'horizontal', seam: 'edge' },
  },
);

type Variants = VariantProps<typeof buttonGroupVariants>;

export interface ButtonGroupProps extends ComponentProps<'div'> {
  /** Says what the buttons have in common. */
  label: string;
  /** Side by side, or one above the other. */
  orientation?: NonNullable<Variants['orientation']>;
  /** `edge`: neighbours share a line. `gap`: a hair of the ground parts them; for filled buttons, which have no line to share. */
  seam?: NonNullable<Variants['seam']>;
}

/** Joins two to five buttons that do things of one kind: `Button`, `IconButton`, or triggers with their look. */
export function ButtonGroup({ label, orientation, seam, className, ...props }: ButtonGroupProps) {
  return (
    <div
      data-slot="button-group"
      data-orientation={orientation ?? 'horizontal'}
      role="group"
      aria-label={label}
      className={cn(buttonGroupVariants({ orientation, seam }), className)}
      {...props}
    />
  );
}
