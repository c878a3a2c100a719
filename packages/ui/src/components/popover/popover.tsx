import { Popover as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface PopoverProps {
  /** Whether it is open. With it, the state is yours: change it in `onOpenChange`. */
  open?: boolean;
  /** Whether it is open at first, where its state is its own. */
  defaultOpen?: boolean;
  /** Called when it opens or closes, with what it now is. */
  onOpenChange?: (open: boolean) => void;
  /** Its trigger and its content. */
  children?: ReactNode;
}

/** Holds trigger and content; open or closed by itself, or by `open` and `onOpenChange`. The page stays live. */
export function Popover(props: PopoverProps) {
  return <Radix.Root modal={false} {...props} />;
}

/** Opens and closes it. Give it `asChild` and a `Button` or an `IconButton`. */
export function PopoverTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="popover-trigger" {...props} />;
}

/** What it stands beside, where that is not the trigger: a field, a place on the canvas. */
export function PopoverAnchor(props: ComponentProps<typeof Radix.Anchor>) {
  return <Radix.Anchor data-slot="popover-anchor" {...props} />;
}

export interface PopoverContentProps extends ComponentProps<typeof Radix.Content> {
  /** Names it. If a heading within does, give that heading's id as `aria-labelledby` too, and it counts instead. */
  label: string;
}

/** The sheet that floats: 320 px wide unless `className` says otherwise with `w-…!`, as high as the window allows. */
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

/** Closes it. Give it `asChild` and a `Button`. */
export function PopoverClose(props: ComponentProps<typeof Radix.Close>) {
  return <Radix.Close data-slot="popover-close" {...props} />;
}
