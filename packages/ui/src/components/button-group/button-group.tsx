import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const buttonGroupVariants = cva(
  [
    'inline-flex *:relative [&>:not(:first-child,:last-child)]:rounded-none',
    // The border of the hovered, focused or pressed button is drawn above its neighbour's.
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
  /** Accessible name of the group: what its buttons have in common. */
  label: string;
  /** Direction of the group. */
  orientation?: NonNullable<Variants['orientation']>;
  /**
   * Separation of neighbouring buttons. `edge`: they share a border. `gap`: a thin gap, for filled buttons without a
   * border.
   */
  seam?: NonNullable<Variants['seam']>;
}

/** Joins two to five related buttons: `Button`, `IconButton`, or triggers that look like them. */
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
