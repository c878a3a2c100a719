import { TriangleAlert } from 'lucide-react';
import { AlertDialog as Radix } from 'radix-ui';
import { createContext, use, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Button, type ButtonProps } from '../button/button.tsx';
import { Overlay } from '../dialog/overlay.tsx';

export type AlertDialogTone = 'danger' | 'neutral';

const ToneContext = createContext<AlertDialogTone>('danger');

export interface AlertDialogProps {
  /** Open state of a controlled dialog. Update it in `onOpenChange`. */
  open?: boolean;
  /** Initial open state of an uncontrolled dialog. */
  defaultOpen?: boolean;
  /** Called with the new state when the dialog opens or closes. */
  onOpenChange?: (open: boolean) => void;
  /** Trigger and content. */
  children?: ReactNode;
}

/** Root of an alert dialog. Uncontrolled, or controlled by `open` and `onOpenChange`. */
export function AlertDialog(props: AlertDialogProps) {
  return <Radix.Root {...props} />;
}

/** Opens the dialog, and receives the focus when it closes. Use it with `asChild` and a `Button`. */
export function AlertDialogTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="alert-dialog-trigger" {...props} />;
}

export interface AlertDialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  /** Action, phrased as a question: "Delete 12 photos?" */
  title: ReactNode;
  /** Consequences: what is lost and what is kept. */
  description: ReactNode;
  /** `danger`: something is lost for good. `neutral`: the action cannot be undone, but nothing is lost. */
  tone?: AlertDialogTone;
}

/** Modal panel with the question. Only an answer or Escape closes it; a click outside does not. */
export function AlertDialogContent({
  title,
  description,
  tone = 'danger',
  className,
  children,
  ...props
}: AlertDialogContentProps) {
  return (
    <ToneContext value={tone}>
      <Radix.Portal>
        <Overlay className="flex items-center justify-center p-4">
          <Radix.Content
            data-slot="alert-dialog-content"
            className={cn(
              'max-h-full w-full max-w-110 overflow-y-auto rounded-lg border border-line bg-sheet p-6 text-14 text-ink shadow-float outline-none',
              'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
              className,
            )}
            {...props}
          >
            <div className="flex gap-3">
              {tone === 'danger' && <TriangleAlert aria-hidden className="mt-0.5 size-5 text-danger" />}
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-18 leading-(--leading-heading) font-semibold">{title}</Radix.Title>
                <Radix.Description className="mt-2 text-soft">{description}</Radix.Description>
              </div>
            </div>
            {children}
          </Radix.Content>
        </Overlay>
      </Radix.Portal>
    </ToneContext>
  );
}

/** Container for the two answers. Put `AlertDialogCancel` first. */
export function AlertDialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="alert-dialog-footer"
      className={cn('mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-auto', className)}
      {...props}
    />
  );
}

/** Cancels and closes. It has the focus when the dialog opens. */
export function AlertDialogCancel(props: ButtonProps) {
  return (
    <Radix.Cancel asChild>
      <Button {...props} />
    </Radix.Cancel>
  );
}

/**
 * Confirms and closes. To keep the dialog open during the action, call `event.preventDefault()`, set `loading`, and
 * close with `open`.
 */
export function AlertDialogAction(props: ButtonProps) {
  const tone = use(ToneContext);
  return (
    <Radix.Action asChild>
      <Button variant={tone === 'danger' ? 'danger' : 'primary'} {...props} />
    </Radix.Action>
  );
}
