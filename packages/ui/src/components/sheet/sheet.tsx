import { cva } from 'class-variance-authority';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useControllableState } from 'radix-ui/internal';
import { createContext, use, type ComponentProps, type ReactNode } from 'react';

import { cn } from '../../cn.ts';
import { Overlay } from '../dialog/overlay.tsx';
import { ScrollBody } from '../dialog/scroll-body.tsx';
import { IconButton } from '../icon-button/icon-button.tsx';
import { useSwipeDown } from './use-swipe-down.ts';

export interface SheetProps {
  /** Open state of a controlled sheet. Update it in `onOpenChange`. */
  open?: boolean;
  /** Initial open state of an uncontrolled sheet. */
  defaultOpen?: boolean;
  /** Called with the new state when the sheet opens or closes. */
  onOpenChange?: (open: boolean) => void;
  /**
   * With `false` there is no overlay, and the page stays interactive. Only the sheet's buttons, its handle and Escape
   * close it.
   */
  modal?: boolean;
  /** Trigger and content. */
  children?: ReactNode;
}

const SheetContext = createContext({ modal: true, close: () => {} });

/** Root of a sheet. Uncontrolled, or controlled by `open` and `onOpenChange`. */
export function Sheet({ open: controlled, defaultOpen = false, onOpenChange, modal = true, children }: SheetProps) {
  const [open, setOpen] = useControllableState({
    prop: controlled,
    defaultProp: defaultOpen,
    ...(onOpenChange && { onChange: onOpenChange }),
  });
  return (
    <SheetContext value={{ modal, close: () => setOpen(false) }}>
      <Radix.Root open={open} onOpenChange={setOpen} modal={modal}>
        {children}
      </Radix.Root>
    </SheetContext>
  );
}

/** Opens the sheet, and receives the focus when it closes. Use it with `asChild` and a `Button`. */
export function SheetTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="sheet-trigger" {...props} />;
}

const contentVariants = cva(
  [
    'pointer-events-auto fixed z-40 flex flex-col border-line bg-sheet text-14 text-ink shadow-float outline-none',
    'transition-[translate] duration-slow ease-enter',
    'data-[state=closed]:animate-leave data-[state=closed]:duration-base data-[state=closed]:[animation-duration:var(--transition-duration-base)]',
  ],
  {
    variants: {
      side: {
        start: [
          'inset-y-0 start-0 w-[calc(100%-3rem)] max-w-100 border-e',
          'data-[state=closed]:-translate-x-full rtl:data-[state=closed]:translate-x-full',
          'starting:-translate-x-full rtl:starting:translate-x-full',
        ],
        end: [
          'inset-y-0 end-0 w-[calc(100%-3rem)] max-w-100 border-s',
          'data-[state=closed]:translate-x-full rtl:data-[state=closed]:-translate-x-full',
          'starting:translate-x-full rtl:starting:-translate-x-full',
        ],
        bottom: [
          'inset-x-0 bottom-0 mx-auto max-h-[85dvh] max-w-160 rounded-t-lg border-t pb-[env(safe-area-inset-bottom)] sm:border-x',
          'data-[state=closed]:translate-y-full starting:translate-y-full',
        ],
      },
    },
  },
);

export interface SheetContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'title'> {
  /** Title of the sheet. */
  title: ReactNode;
  /** Optional sentence under the title. */
  description?: ReactNode;
  /** Accessible name of the close button. */
  closeLabel: string;
  /** Edge of the window that the sheet slides in from. `start` and `end` follow the text direction. */
  side?: 'start' | 'end' | 'bottom';
}

/** Panel that slides in from the `side`. A bottom sheet has a handle and closes when it is pulled down. */
export function SheetContent({
  title,
  description,
  closeLabel,
  side = 'end',
  className,
  children,
  onInteractOutside,
  ...props
}: SheetContentProps) {
  const { modal, close } = use(SheetContext);
  const pull = useSwipeDown('[data-slot=sheet-content]', close);
  const bottom = side === 'bottom';

  const content = (
    <Radix.Content
      data-slot="sheet-content"
      onInteractOutside={(event) => {
        onInteractOutside?.(event);
        // Interaction with the page does not close a non-modal sheet.
        if (!modal) event.preventDefault();
      }}
      className={cn(contentVariants({ side }), className)}
      {...props}
    >
      <div
        data-slot="sheet-head"
        className={cn(
          'flex-none ps-6 pe-14 pb-3',
          bottom ? 'cursor-grab touch-none pt-5 select-none active:cursor-grabbing' : 'pt-4',
        )}
        {...(bottom && pull)}
      >
        {bottom && <div aria-hidden className="absolute inset-x-0 top-2 mx-auto h-1 w-9 rounded-full bg-line-strong" />}
        <Radix.Title className="text-16 font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="text-13 text-soft">{description}</Radix.Description>}
      </div>
      {children}
      {/* Last in the DOM, so that the focus starts with the sheet's content. */}
      <Radix.Close asChild>
        <IconButton label={closeLabel} className={cn('absolute end-3', bottom ? 'top-4' : 'top-2.5')}>
          <X aria-hidden />
        </IconButton>
      </Radix.Close>
    </Radix.Content>
  );

  return (
    <Radix.Portal>
      {modal ? (
        <Overlay className="has-[>[data-state=closed]]:[animation-duration:var(--transition-duration-base)]">
          {content}
        </Overlay>
      ) : (
        content
      )}
    </Radix.Portal>
  );
}

/** Content of the sheet. Scrolls when it is too high. */
export function SheetBody(props: ComponentProps<'div'>) {
  return <ScrollBody data-slot="sheet-body" {...props} />;
}

/** Buttons that stay visible below the scrolling content. */
export function SheetFooter({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      data-slot="sheet-footer"
      className={cn('flex flex-none flex-wrap gap-2 border-t border-line px-6 py-4 *:flex-auto', className)}
      {...props}
    />
  );
}

/** Closes the sheet. Use it with `asChild` and a `Button`. */
export function SheetClose(props: ComponentProps<typeof Radix.Close>) {
  return <Radix.Close data-slot="sheet-close" {...props} />;
}
