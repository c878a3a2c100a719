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
  /** Open state of a controlled menu. Update it in `onOpenChange`. */
  open?: boolean;
  /** Initial open state of an uncontrolled menu. */
  defaultOpen?: boolean;
  /** Called with the new state when the menu opens or closes. */
  onOpenChange?: (open: boolean) => void;
  /** Text direction, if it differs from the page’s. */
  dir?: 'ltr' | 'rtl';
  /** Trigger and content. */
  children?: ReactNode;
}

/**
 * Root of a menu. Uncontrolled, or controlled by `open` and `onOpenChange`. The page stays interactive while the menu
 * is open.
 */
export function DropdownMenu(props: DropdownMenuProps) {
  return <Radix.Root modal={false} {...props} />;
}

/** Opens the menu. Use it with `asChild` and a `Button` or an `IconButton`. */
export function DropdownMenuTrigger(props: ComponentProps<typeof Radix.Trigger>) {
  return <Radix.Trigger data-slot="dropdown-menu-trigger" {...props} />;
}

/** Floating menu. */
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

/** Props of an action in the menu. */
export interface DropdownMenuItemProps extends ComponentProps<typeof Radix.Item> {
  /** Aligns the text with that of checkable items, for an action among them. */
  inset?: boolean;
}

export function DropdownMenuItem({ inset = false, className, ...props }: DropdownMenuItemProps) {
  return (
    <Radix.Item data-slot="dropdown-menu-item" className={cn(menuRow, inset && menuCheckable, className)} {...props} />
  );
}

/** Item that is on or off. */
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

/** Group of radio items, with `value` and `onValueChange`. */
export function DropdownMenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup data-slot="dropdown-menu-radio-group" {...props} />;
}

/** Item of a radio group. */
export function DropdownMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem data-slot="dropdown-menu-radio-item" className={cn(menuRow, menuCheckable, className)} {...props}>
      <Tick />
      {children}
    </Radix.RadioItem>
  );
}

/** Heading of a group of items. */
export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="dropdown-menu-label" className={cn(menuLabel, className)} {...props} />;
}

/** Hairline between groups. */
export function DropdownMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator data-slot="dropdown-menu-separator" className={cn(menuSeparator, className)} {...props} />;
}

/** Root of a submenu: its trigger and its content. */
export function DropdownMenuSub(props: ComponentProps<typeof Radix.Sub>) {
  return <Radix.Sub {...props} />;
}

/** Item that opens the submenu. */
export function DropdownMenuSubTrigger({ className, children, ...props }: ComponentProps<typeof Radix.SubTrigger>) {
  return (
    <Radix.SubTrigger data-slot="dropdown-menu-sub-trigger" className={cn(menuRow, menuBranch, className)} {...props}>
      {children}
      <ChevronRight aria-hidden className="ms-auto rtl:rotate-180" />
    </Radix.SubTrigger>
  );
}

/** Submenu, next to its item. */
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
