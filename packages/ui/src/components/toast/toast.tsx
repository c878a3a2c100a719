import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';

export interface ToastProviderProps extends ComponentProps<typeof Radix.Provider> {
  /** What a screen reader says before each toast. */
  label: string;
  /** Names the region; `{hotkey}` in it becomes the key that leads there. */
  viewportLabel: string;
}

/** Once round the app: the corner in which toasts appear. */
export function ToastProvider({ viewportLabel, children, ...props }: ToastProviderProps) {
  return (
    <Radix.Provider duration={6000} {...props}>
      {children}
      <Radix.Viewport
        data-slot="toast-viewport"
        label={viewportLabel}
        className="fixed inset-x-0 bottom-0 z-50 flex flex-col items-stretch gap-2 p-4 sm:start-auto sm:w-104"
      />
    </Radix.Provider>
  );
}

export interface ToastProps extends Omit<ComponentProps<typeof Radix.Root>, 'title'> {
  /** What happened, in one line. */
  title: ReactNode;
  children?: ReactNode;
  /** The one thing that can be done about it; `altText` says how to do it without the toast. */
  action?: { label: string; altText: string; onSelect: () => void };
  closeLabel: string;
}

/** A message that goes by itself. Nothing that must be read belongs here: that is a `Banner`. */
export function Toast({ title, action, closeLabel, className, children, ...props }: ToastProps) {
  return (
    <Radix.Root
      data-slot="toast"
      className={cn(
        'flex items-center gap-3 rounded-md border border-line bg-sheet py-2.5 ps-4 pe-2 shadow-float',
        'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        className,
      )}
      {...props}
    >
      <div className="min-w-0 flex-1">
        <Radix.Title className="text-14 font-medium text-ink">{title}</Radix.Title>
        {children && <Radix.Description className="text-13 text-soft">{children}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action asChild altText={action.altText} onClick={action.onSelect}>
          <Button size="sm">{action.label}</Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton size="sm" label={closeLabel}>
          <X />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  );
}
