import { cva } from 'class-variance-authority';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { IconButton } from '../icon-button/icon-button.tsx';
import { Overlay } from './overlay.tsx';
import { ScrollBody } from './scroll-body.tsx';

export interface DialogProps {
  /** Open state of a controlled dialog. Update it in `onOpenChange`. */
  open?: boolean;
  /** Initial open state of an uncontrolled dialog. */
  defaultOpen?: boolean;
  /** Called with the new state when the dialog opens or closes. */
  onOpenChange?: (open: boolean) => void;
  /** Trigger and content. */
  children?: ReactNode;
}

/** Root of a dialog. Uncontrolled, or controlled by `open` and `onOpenChange`. */
export function Dialog(props: DialogProps) {
  return <Radix.Root {...props} />;
}

/** Opens the dialog, and receives the focus when it closes. Use it with `asChild` and a `Button`. */
export function DialogTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="dialog-trigger" {...props} />;
}

const contentVariants = cva(
  [
    'relative flex max-h-full w-full flex-col rounded-lg border border-line bg-sheet text-14 text-ink shadow-float outline-none',
    'data-[state=closed]:animate-leave sm:data-[state=open]:animate-enter',
    // On a phone the dialog is a sheet that slides in from below.
    'max-sm:max-h-[calc(100%-0.75rem)] max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0',
    'max-sm:transition-[translate] max-sm:duration-slow max-sm:ease-enter max-sm:starting:translate-y-full',
  ],
  {
    variants: {
      size: {
        sm: 'sm:max-w-100',
        md: 'max-sm:h-full sm:max-w-140',
        lg: 'max-sm:h-full sm:max-w-200',
        xl: 'h-full sm:max-w-300',
      },
    },
  },
);

export interface DialogContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  /** Title of the dialog: its task in a few words. */
  title: ReactNode;
  /** Optional sentence under the title. */
  description?: ReactNode;
  /** Accessible name of the close button. */
  closeLabel: string;
  /**
   * Maximum width: `sm` 400 px, `md` 560 px, `lg` 800 px, `xl` 1200 px. On a phone, `sm` is as high as its content; the
   * others fill the screen. `xl`, which is for a picture, fills the height of every window.
   */
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

/** Modal panel in the centre of the page. The focus moves to the first field, or else to the first button. */
export function DialogContent({
  title,
  description,
  closeLabel,
  size = 'md',
  className,
  children,
  ...props
}: DialogContentProps) {
  return (
    <Radix.Portal>
      <Overlay className="flex items-center justify-center p-4 max-sm:items-end max-sm:p-0">
        <Radix.Content data-slot="dialog-content" className={cn(contentVariants({ size }), className)} {...props}>
          <div className="flex-none ps-6 pe-16 pt-5 pb-4">
            <Radix.Title className="text-18 leading-(--leading-heading) font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-soft">{description}</Radix.Description>}
          </div>
          {children}
          {/* Last in the DOM, so that the focus starts with the dialog's content. */}
          <Radix.Close asChild>
            <IconButton label={closeLabel} className="absolute end-3 top-3">
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Overlay>
    </Radix.Portal>
  );
}

/** Content of the dialog. Scrolls when the window is too low. */
export function DialogBody(props: ComponentProps<'div'>) {
  return <ScrollBody data-slot="dialog-body" {...props} />;
}

/** Buttons of the dialog: the cancel button first, the main action last. */
export function DialogFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="dialog-footer"
      className={cn(
        'flex flex-none flex-wrap justify-end gap-2 border-t border-line px-6 py-4 max-sm:*:flex-auto',
        'max-sm:pb-[max(1rem,env(safe-area-inset-bottom))]',
        className,
      )}
      {...props}
    />
  );
}

/** Closes the dialog. Use it with `asChild` and a `Button`. */
export function DialogClose(props: ComponentProps<typeof Radix.Close>) {
  return <Radix.Close data-slot="dialog-close" {...props} />;
}
