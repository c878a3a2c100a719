import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface PopoverProps {
  /** Open state of a controlled popover. Update it in `onOpenChange`. */
  open?: boolean;
  /** Initial open state of an uncontrolled popover. */
  defaultOpen?: boolean;
  /** Called with the new state when the popover opens or closes. */
  onOpenChange?: (open: boolean) => void;
  /** Trigger and content. */
  children?: ReactNode;
}

/**
 * Root of a popover. Uncontrolled, or controlled by `open` and `onOpenChange`. The page stays interactive while it is
 * open.
 */
export function Popover(props: PopoverProps) {
  return <Radix.Root modal={false} {...props} />;
}

/** Opens and closes the popover. Use it with `asChild` and a `Button` or an `IconButton`. */
export function PopoverTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="popover-trigger" {...props} />;
}

/** Element that the popover is placed next to, if it is not the trigger: a field, a point on the canvas. */
export function PopoverAnchor(props: ComponentProps<typeof Radix.Anchor>) {
  return <Radix.Anchor data-slot="popover-anchor" {...props} />;
}

export interface PopoverContentProps extends ComponentProps<typeof Radix.Content> {
  /**
   * Accessible name. If a heading in the content names it, also set `aria-labelledby` to the heading's id, which takes
   * precedence.
   */
  label: string;
}

/** Floating panel: 320 px wide unless `className` sets `w-…!`, and at most as high as the window allows. */
export function PopoverContent({ label, className, ...props }: PopoverContentProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="popover-content"
        aria-label={label}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-popper-available-height) w-80 max-w-(--radix-popper-available-width) overflow-y-auto',
          'rounded-md border border-line bg-sheet p-4 text-14 text-ink shadow-float outline-none',
          'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

/** Closes the popover. Use it with `asChild` and a `Button`. */
export function PopoverClose(props: ComponentProps<typeof Radix.Close>) {
  return <Radix.Close data-slot="popover-close" {...props} />;
}
