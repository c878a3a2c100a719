import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const badgeVariants = cva(
  'inline-flex items-center gap-1 rounded-sm border px-1.5 py-px text-12 font-medium whitespace-nowrap tabular-nums [&_svg]:size-3',
  {
    variants: {
      /** Meaning of the badge. `photo` is for labels on an image. */
      tone: {
        neutral: 'border-line bg-sunk text-soft',
        accent: 'border-accent-line bg-accent-wash text-accent-ink',
        success: 'border-success-line bg-success-wash text-success',
        warning: 'border-warning-line bg-warning-wash text-warning',
        danger: 'border-danger-line bg-danger-wash text-danger',
        photo: 'border-transparent bg-photo-plate text-on-photo',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export interface BadgeProps extends ComponentProps<'span'>, VariantProps<typeof badgeVariants> {}

/** Short label for a neighbouring element: a format, a count or a status. */
export function Badge({ tone, className, ...props }: BadgeProps) {
  return <span data-slot="badge" className={cn(badgeVariants({ tone }), className)} {...props} />;
}
