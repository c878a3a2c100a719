import { TriangleAlert } from 'lucide-react';
import { AlertDialog as Radix } from 'radix-ui';
import { createContext, use, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Button, type ButtonProps } from '../button/button.tsx';
import { Overlay } from '../dialog/overlay.tsx';

export type AlertDialogTone = 'danger' | 'neutral';

const ToneContext = createContext<AlertDialogTone>('danger');

export interface AlertDialogProps {
  /** Whether it is open. With it, the state is yours: change it in `onOpenChange`. */
  open?: boolean;
  /** Whether it is open at first, where its state is its own. */
  defaultOpen?: boolean;
  /** Called when it opens or closes, with what it now is. */
  onOpenChange?: (open: boolean) => void;
  /** Its trigger and its content. */
  children?: ReactNode;
}

/** Holds trigger and content; open or closed by itself, or by `open` and `onOpenChange`. */
export function AlertDialog(props: AlertDialogProps) {
  return <Radix.Root {...props} />;
}

/** Opens it, and gets the focus back when it closes. Give it `asChild` and a `Button`. */
export function AlertDialogTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="alert-dialog-trigger" {...props} />;
}

export interface AlertDialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  /** The act, as a question: "Delete 12 photos?" */
  title: ReactNode;
  /** What is lost and what is kept. */
  description: ReactNode;
  /** `danger`: something is lost for good. `neutral`: it cannot be taken back, but nothing is lost. */
  tone?: AlertDialogTone;
}

/** The question. Only an answer or Escape closes it: a press beside it does not. */
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

/** Holds the two answers: `AlertDialogCancel` first. */
export function AlertDialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="alert-dialog-footer"
      className={cn('mt-6 flex flex-wrap justify-end gap-2 max-sm:*:flex-auto', className)}
      {...props}
    />
  );
}

/** Goes back. It has the focus when the question appears. */
export function AlertDialogCancel(props: ButtonProps) {
  return (
    <Radix.Cancel asChild>
      <Button {...props} />
    </Radix.Cancel>
  );
}

/** Does it, and closes. To stay open while work goes on: `event.preventDefault()`, `loading`, and close by `open`. */
export function AlertDialogAction(props: ButtonProps) {
  const tone = use(ToneContext);
  return (
    <Radix.Action asChild>
      <Button variant={tone === 'danger' ? 'danger' : 'primary'} {...props} />
    </Radix.Action>
  );
}
