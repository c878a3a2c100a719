import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

import { cn } from '../../cn.ts';
import {
  menuBranch,
  menuCheckable,
  menuLabel,
  menuRow,
  menuSeparator,
  menuSheet,
  menuSubSheet,
  menuTick,
} from './menu-row.ts';

export interface DropdownMenuProps {
  /** Whether it is open. With it, the state is yours: change it in `onOpenChange`. */
  open?: boolean;
  /** Whether it is open at first, where its state is its own. */
  defaultOpen?: boolean;
  /** Called when it opens or closes, with what it now is. */
  onOpenChange?: (open: boolean) => void;
  /** The direction of reading, where it is not the page’s. */
  dir?: 'ltr' | 'rtl';
  /** Its trigger and its content. */
  children?: ReactNode;
}

/** Holds trigger and content; open or closed by itself, or by `open` and `onOpenChange`. The page stays live. */
export function DropdownMenu(props: DropdownMenuProps) {
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
        className={cn(menuSheet, className)}
        {...props}
      />
    </Radix.Portal>
  );
}

/** One thing to do. */
export interface DropdownMenuItemProps extends ComponentProps<typeof Radix.Item> {
  /** Its words begin where those of checkable items do, for one that stands among them. */
  inset?: boolean;
}

export function DropdownMenuItem({ inset = false, className, ...props }: DropdownMenuItemProps) {
  return (
    <Radix.Item data-slot="dropdown-menu-item" className={cn(menuRow, inset && menuCheckable, className)} {...props} />
  );
}

/** Something that is on or off. */
export function DropdownMenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
      className={cn(menuRow, menuCheckable, className)}
      {...props}
    >
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
    <Radix.RadioItem data-slot="dropdown-menu-radio-item" className={cn(menuRow, menuCheckable, className)} {...props}>
      <Tick />
      {children}
    </Radix.RadioItem>
  );
}

/** Heads a group of items. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="dropdown-menu-label" className={cn(menuLabel, className)} {...props} />;
}

/** A hairline between groups. */
export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator data-slot="dropdown-menu-separator" className={cn(menuSeparator, className)} {...props} />;
}

/** Holds the trigger and the content of a menu within the menu. */
export function DropdownMenuSub(props: ComponentProps<typeof Radix.Sub>) {
  return <Radix.Sub {...props} />;
}

/** The row that opens it. */
export function DropdownMenuSubTrigger({ className, children, ...props }: ComponentProps<typeof Radix.SubTrigger>) {
  return (
    <Radix.SubTrigger data-slot="dropdown-menu-sub-trigger" className={cn(menuRow, menuBranch, className)} {...props}>
      {children}
      <ChevronRight aria-hidden className="ms-auto rtl:rotate-180" />
    </Radix.SubTrigger>
  );
}

/** The sheet beside the row. */
export function DropdownMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal>
      <Radix.SubContent
        data-slot="dropdown-menu-sub-content"
        sideOffset={6}
        alignOffset={-5}
        collisionPadding={8}
        className={cn(menuSubSheet, className)}
        {...props}
      />
    </Radix.Portal>
  );
}

function Tick() {
  return (
    <Radix.ItemIndicator className={menuTick.place}>
      <Check aria-hidden className={menuTick.icon} />
    </Radix.ItemIndicator>
  );
}
