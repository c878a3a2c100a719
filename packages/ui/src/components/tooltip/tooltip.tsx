import { Tooltip as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface TooltipProviderProps {
  /** Delay before the first tooltip on hover, in milliseconds. On focus it appears at once. */
  delayDuration?: number;
  /** Time after a tooltip in which the next one appears without delay, in milliseconds. Default 300. */
  skipDelayDuration?: number;
  /** Part of the page whose tooltips share one delay. */
  children: ReactNode;
}

/** Wraps the app once. After one tooltip was shown, neighbouring tooltips appear without delay. */
export function TooltipProvider({ delayDuration = 400, ...props }: TooltipProviderProps) {
  return <Radix.Provider delayDuration={delayDuration} {...props} />;
}

export interface TooltipProps extends Omit<ComponentProps<typeof Radix.Content>, 'content'> {
  /**
   * A few words, optionally with a `Kbd`. Repeat essential information elsewhere, because touch screens have no hover.
   */
  content: ReactNode;
  /** Single element that the tooltip explains. It must be focusable and accept a ref. */
  children: ReactNode;
  /** Open state of a controlled tooltip. Update it in `onOpenChange`. */
  open?: boolean;
  /** Initial open state of an uncontrolled tooltip. */
  defaultOpen?: boolean;
  /** Called with the new state when the tooltip opens or closes. */
  onOpenChange?: (open: boolean) => void;
}

/** Short explanation of an element, shown on hover or focus. Needs a `TooltipProvider` as an ancestor. */
export function Tooltip({ content, children, open, defaultOpen, onOpenChange, className, ...props }: TooltipProps) {
  return (
    <Radix.Root
      {...(open !== undefined && { open })}
      {...(defaultOpen !== undefined && { defaultOpen })}
      {...(onOpenChange && { onOpenChange })}
    >
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          data-slot="tooltip"
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            'z-50 flex max-w-72 animate-enter items-center gap-2 rounded-sm bg-ink px-2.5 py-1 text-13 text-on-ink data-[state=closed]:animate-leave',
            className,
          )}
          {...props}
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
