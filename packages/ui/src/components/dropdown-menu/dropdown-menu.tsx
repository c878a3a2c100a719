import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const row = [
  'relative flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 py-1.5 text-14 text-ink select-none',
  'outline-none data-[highlighted]:bg-hover data-[disabled]:text-faint [&_svg]:size-4 [&_svg]:text-soft',
  'forced-colors:data-[highlighted]:outline-2 forced-colors:data-[highlighted]:outline-[Highlight]',
];
const checkable = 'ps-9';

/** Holds trigger and content; open or closed by itself, or by `open` and `onOpenChange`. */
export function DropdownMenu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />;
}

/** Opens the menu. Give it `asChild` and a `Button` or an `IconButton`. */
export function DropdownMenuTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="dropdown-menu-trigger" {...props} />;
}

/** The sheet that floats. */
export function DropdownMenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="dropdown-menu-content"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        className={cn(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-md border border-line bg-sheet p-1 shadow-float',
          'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
          className,
        )}
        {...props}
      />
    </Radix.Portal>
  );
}

/** One thing to do. */
export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item data-slot="dropdown-menu-item" className={cn(row, className)} {...props} />;
}

/** Something that is on or off. */
export function DropdownMenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem data-slot="dropdown-menu-checkbox-item" className={cn(row, checkable, className)} {...props}>
      <Tick />
      {children}
    </Radix.CheckboxItem>
  );
}

/** Holds the radio items; `value` and `onValueChange`. */
export function DropdownMenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup data-slot="dropdown-menu-radio-group" {...props} />;
}

/** One of several that exclude each other. */
export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem data-slot="dropdown-menu-radio-item" className={cn(row, checkable, className)} {...props}>
      <Tick />
      {children}
    </Radix.RadioItem>
  );
}

/** Heads a group of items. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return (
    <Radix.Label
      data-slot="dropdown-menu-label"
      className={cn('px-2.5 pt-2 pb-1 text-12 text-faint', className)}
      {...props}
    />
  );
}

/** A hairline between groups. */
export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return (
    <Radix.Separator data-slot="dropdown-menu-separator" className={cn('m-1 h-px bg-line', className)} {...props} />
  );
}

function Tick() {
  return (
    <Radix.ItemIndicator className="absolute start-2.5 flex">
      <Check aria-hidden className="text-accent-ink!" />
    </Radix.ItemIndicator>
  );
}
