import { CircleCheck, CircleX, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useSyncExternalStore, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import type { Toaster as ToasterQueue, ToastAction, ToastEntry, ToastTone } from './create-toaster.ts';

export {
  createToaster,
  type ToastAction,
  type ToastMessage,
  type ToasterOptions,
  type ToastTone,
} from './create-toaster.ts';
export type { ToasterQueue };

export interface ToastProviderProps extends ComponentProps<typeof Radix.Provider> {
  /** Text that a screen reader says before each toast. */
  label: string;
  /** Accessible name of the region. `{hotkey}` is replaced by F8, the key that moves the focus there. */
  viewportLabel: string;
}

/** Wraps the app once and shows the toasts in a corner. `Toaster` includes it. */
export function ToastProvider({ viewportLabel, children, ...props }: ToastProviderProps) {
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <Radix.Provider duration={6000} {...props}>
      {children}
      {/* Rendered only after hydration, because an empty region has an inline style, which the site's policy forbids
          there. */}
      {hydrated && (
        <Radix.Viewport
          data-slot="toast-viewport"
          label={viewportLabel}
          className={cn(
            // A page with a bar at its bottom sets the variable, so that toasts are placed above it.
            'pointer-events-none fixed inset-x-0 bottom-(--toast-inset-bottom,0px) z-50 flex flex-col items-stretch gap-2 p-4 sm:start-auto sm:w-104',
            'pb-[max(1rem,env(safe-area-inset-bottom))] -outline-offset-4',
          )}
        />
      )}
    </Radix.Provider>
  );
}

const icons = {
  info: null,
  success: <CircleCheck aria-hidden className="size-5 text-success" />,
  danger: <CircleX aria-hidden className="size-5 text-danger" />,
};

export interface ToastProps extends Omit<ComponentProps<typeof Radix.Root>, 'title' | 'type'> {
  /** Title of the message: what happened, in one line. */
  title: ReactNode;
  /** Details, in one sentence. */
  children?: ReactNode;
  /** Kind of message. `danger` interrupts a screen reader; the others wait for a pause. */
  tone?: ToastTone;
  /** Single action. `altText` says how to do it without the toast. */
  action?: ToastAction;
  /** Accessible name of the close button. */
  closeLabel: string;
}

/** Message that disappears after a time. For a message that must be read, use `Banner`. */
export function Toast({ title, tone = 'info', action, closeLabel, className, children, ...props }: ToastProps) {
  return (
    <Radix.Root
      data-slot="toast"
      data-tone={tone}
      type={tone === 'danger' ? 'foreground' : 'background'}
      className={cn(
        'pointer-events-auto flex flex-wrap items-center gap-y-2 rounded-md border border-line bg-sheet py-2.5 ps-4 pe-2 shadow-float',
        'data-[tone=danger]:border-danger-line',
        'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        'data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)',
        className,
      )}
      {...props}
    >
      <div className="flex min-w-0 flex-[1_1_15rem] gap-3 pe-2">
        {icons[tone]}
        <div className="min-w-0 flex-1">
          <Radix.Title className="text-14 leading-5 font-medium text-ink">{title}</Radix.Title>
          {children && <Radix.Description className="text-13 text-soft">{children}</Radix.Description>}
        </div>
      </div>
      <div className="ms-auto flex items-center gap-1">
        {action && (
          <Radix.Action asChild altText={action.altText} onClick={action.onSelect}>
            <Button size="sm">{action.label}</Button>
          </Radix.Action>
        )}
        <Radix.Close asChild>
          <IconButton size="sm" label={closeLabel}>
            <X aria-hidden />
          </IconButton>
        </Radix.Close>
      </div>
    </Radix.Root>
  );
}

export interface ToasterProps extends Omit<ToastProviderProps, 'children'> {
  /** Queue, made once by `createToaster()`. Any code with a reference to it can show a message. */
  toaster: ToasterQueue;
  /** Accessible name of the close button of each toast. */
  closeLabel: string;
}

/** Shows the messages of a queue. Render it once in the app, anywhere. */
export function Toaster({ toaster, closeLabel, ...props }: ToasterProps) {
  const entries = useSyncExternalStore(toaster.subscribe, toaster.getSnapshot, noEntries);
  return (
    <ToastProvider {...props}>
      {entries.map(({ id, revision, title, description, action, tone, durationMs, state }) => (
        <Toast
          // A message that replaces another under the same id is a new toast: it is announced, and its time starts
          // again.
          key={`${id} ${revision}`}
          open={state === 'open'}
          onOpenChange={(open) => !open && toaster.dismiss(id)}
          title={title}
          tone={tone}
          closeLabel={closeLabel}
          {...(action && { action })}
          {...(durationMs !== undefined && { duration: durationMs })}
        >
          {description}
        </Toast>
      ))}
    </ToastProvider>
  );
}

const none: readonly ToastEntry[] = [];
const noEntries = () => none;
const neverChanges = () => () => {};
