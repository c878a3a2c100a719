import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const linkVariants = cva('rounded-[2px] transition-colors duration-fast', {
  variants: {
    /** Appearance. `inline` in running text, `quiet` in navigation. */
    variant: {
      /** Underlined link in running text. */
      inline: 'text-accent-ink underline decoration-accent-line underline-offset-[0.2em] hover:decoration-current',
      /** Link in navigation, not underlined. `aria-current` highlights the current page. */
      quiet: 'text-soft hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink',
    },
  },
  defaultVariants: { variant: 'inline' },
});

export interface LinkProps extends ComponentProps<'a'>, VariantProps<typeof linkVariants> {
  /** Renders the only child, such as a router's link, with the component's styles. */
  asChild?: boolean;
}

/** Link to another page or place. */
export function Link({ asChild, variant, className, ...props }: LinkProps) {
  const Anchor = asChild ? Slot.Root : 'a';
  return <Anchor data-slot="link" className={cn(linkVariants({ variant }), className)} {...props} />;
}
