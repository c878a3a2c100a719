import { Check, ChevronRight } from 'lucide-react';
import { ContextMenu as Radix } from 'radix-ui';
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
} from '../dropdown-menu/menu-row.ts';

export interface ContextMenuProps {
  /** Called with the new state when the menu opens or closes. */
  onOpenChange?: (open: boolean) => void;
  /** Text direction, if it differs from the page’s. */
  dir?: 'ltr' | 'rtl';
  /** Trigger and content. */
  children?: ReactNode;
}

/** Root of a context menu. The page stays interactive while the menu is open. */
export function ContextMenu(props: ContextMenuProps) {
  return <Radix.Root modal={false} {...props} />;
}

/**
 * Removes an inline style that Radix sets, because prerendered pages must not contain one. A class sets the same
 * property.
 */
const withoutInlineStyle = { WebkitTouchCallout: undefined };

/**
 * Area with the context menu, opened by right click, long press, Shift+F10 or the menu key. Use it with `asChild` and a
 * focusable element, or the keyboard cannot reach it.
 */
export function ContextMenuTrigger({ className, style, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      data-slot="context-menu-trigger"
      className={cn('[-webkit-touch-callout:none]', className)}
      style={{ ...withoutInlineStyle, ...style }}
      {...props}
    />
  );
}

export interface ContextMenuContentProps extends ComponentProps<typeof Radix.Content> {
  /** Accessible name of the menu: the item that it belongs to. */
  label: string;
}

/** Menu, opened at the pointer. */
export function ContextMenuContent({ label, className, ...props }: ContextMenuContentProps) {
  return (
    <Radix.Portal>
      <Radix.Content
        data-slot="context-menu-content"
        aria-label={label}
        collisionPadding={8}
        className={cn(menuSheet, className)}
        {...props}
      />
    </Radix.Portal>
  );
}

/** Action of the menu. */
export function ContextMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item data-slot="context-menu-item" className={cn(menuRow, className)} {...props} />;
}

/** Item that is on or off. */
export function ContextMenuCheckboxItem({ className, children, ...props }: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem
      data-slot="context-menu-checkbox-item"
      className={cn(menuRow, menuCheckable, className)}
      {...props}
    >
      <Tick />
      {children}
    </Radix.CheckboxItem>
  );
}

/** Group of radio items, with `value` and `onValueChange`. */
export function ContextMenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup data-slot="context-menu-radio-group" {...props} />;
}

/** Item of a radio group. */
export function ContextMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem data-slot="context-menu-radio-item" className={cn(menuRow, menuCheckable, className)} {...props}>
      <Tick />
      {children}
    </Radix.RadioItem>
  );
}

/** Heading of a group of items. */
export function ContextMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="context-menu-label" className={cn(menuLabel, className)} {...props} />;
}

/** Hairline between groups. */
export function ContextMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator data-slot="context-menu-separator" className={cn(menuSeparator, className)} {...props} />;
}

/** Root of a submenu: its trigger and its content. */
export function ContextMenuSub(props: ComponentProps<typeof Radix.Sub>) {
  return <Radix.Sub {...props} />;
}

/** Item that opens the submenu. */
export function ContextMenuSubTrigger({ className, children, ...props }: ComponentProps<typeof Radix.SubTrigger>) {
  return (
    <Radix.SubTrigger data-slot="context-menu-sub-trigger" className={cn(menuRow, menuBranch, className)} {...props}>
      {children}
      <ChevronRight aria-hidden className="ms-auto rtl:rotate-180" />
    </Radix.SubTrigger>
  );
}

/** Submenu, next to its item. */
export function ContextMenuSubContent({ className, ...props }: ComponentProps<typeof Radix.SubContent>) {
  return (
    <Radix.Portal>
      <Radix.SubContent
        data-slot="context-menu-sub-content"
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
