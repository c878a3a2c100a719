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
  /** What a screen reader says before each toast. */
  label: string;
  /** Names the region; `{hotkey}` in it becomes the key that leads there, F8. */
  viewportLabel: string;
}

/** Once round the app: the corner in which toasts appear. `Toaster` brings its own. */
export function ToastProvider({ viewportLabel, children, ...props }: ToastProviderProps) {
  const hydrated = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return (
    <Radix.Provider duration={6000} {...props}>
      {children}
      {/* Not in prerendered HTML: an empty region bears an inline style, which the site's policy refuses there. */}
      {hydrated && (
        <Radix.Viewport
          data-slot="toast-viewport"
          label={viewportLabel}
          className={cn(
            'pointer-events-none fixed inset-x-0 bottom-0 z-50 flex flex-col items-stretch gap-2 p-4 sm:start-auto sm:w-104',
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
  /** What happened, in one line. */
  title: ReactNode;
  children?: ReactNode;
  /** `danger` interrupts a screen reader; the others wait for its pause. */
  tone?: ToastTone;
  /** The one thing that can be done about it; `altText` says how to do it without the toast. */
  action?: ToastAction;
  closeLabel: string;
}

/** A message that goes by itself. Nothing that must be read belongs here: that is a `Banner`. */
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
  /** The queue, made once by `createToaster()`: whoever has it can say something. */
  toaster: ToasterQueue;
  /** Names the cross on each. */
  closeLabel: string;
}

/** Shows what a queue holds. Once in the app, anywhere. */
export function Toaster({ toaster, closeLabel, ...props }: ToasterProps) {
  const entries = useSyncExternalStore(toaster.subscribe, toaster.getSnapshot, noEntries);
  return (
    <ToastProvider {...props}>
      {entries.map(({ id, revision, title, description, action, tone, durationMs, state }) => (
        <Toast
          // Another message under the same id is another toast: it must be read out, and its time begins anew.
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
