import { Tooltip as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';

export interface TooltipProviderProps {
  /** How long a pointer rests before the first one comes, in ms. The focus brings it at once. */
  delayDuration?: number;
  /** How long after a tooltip was shown the next one appears without delay, in ms. Default 300. */
  skipDelayDuration?: number;
  /** The part of the page whose tooltips share one delay. */
  children: ReactNode;
}

/** Once round the app: after one tooltip was seen, its neighbours come without delay. */
export function TooltipProvider({ delayDuration = 400, ...props }: TooltipProviderProps) {
  return <Radix.Provider delayDuration={delayDuration} {...props} />;
}

export interface TooltipProps extends Omit<ComponentProps<typeof Radix.Content>, 'content'> {
  /** A few words, perhaps a `Kbd`. Never the only place where something is said: touch screens have no hover. */
  content: ReactNode;
  /** The one element that it explains; it must take the focus and a ref. */
  children: ReactNode;
  /** Whether it is open. With it, the state is yours: change it in `onOpenChange`. */
  open?: boolean;
  /** Whether it is open at first, where its state is its own. */
  defaultOpen?: boolean;
  /** Called when it opens or closes, with what it now is. */
  onOpenChange?: (open: boolean) => void;
}

/** Names what a pointer or the focus rests on. Needs a `TooltipProvider` above it. */
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
