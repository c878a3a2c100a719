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
  /** Called when it opens or closes, with what it now is. */
  onOpenChange?: (open: boolean) => void;
  /** The direction of reading, where it is not the page’s. */
  dir?: 'ltr' | 'rtl';
  /** Its trigger and its content. */
  children?: ReactNode;
}

/** Holds the place and its menu. The page stays live. */
export function ContextMenu(props: ContextMenuProps) {
  return <Radix.Root modal={false} {...props} />;
}

/** Radix writes this as an inline style, which prerendered pages may not have; the class says the same. */
const withoutInlineStyle = { WebkitTouchCallout: undefined };

/**
 * The place that has the menu: by right press, long press, or Shift+F10 and the menu key. Give it `asChild` and something
 * that takes the focus, or the keyboard cannot get there.
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
  /** Names the menu: what it is about. */
  label: string;
}

/** The sheet that floats, where the pointer was. */
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

/** One thing to do. */
export function ContextMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item data-slot="context-menu-item" className={cn(menuRow, className)} {...props} />;
}

/** Something that is on or off. */
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

/** Holds the radio items; `value` and `onValueChange`. */
export function ContextMenuRadioGroup(props: ComponentProps<typeof Radix.RadioGroup>) {
  return <Radix.RadioGroup data-slot="context-menu-radio-group" {...props} />;
}

/** One of several that exclude each other. */
export function ContextMenuRadioItem({ className, children, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return (
    <Radix.RadioItem data-slot="context-menu-radio-item" className={cn(menuRow, menuCheckable, className)} {...props}>
      <Tick />
      {children}
    </Radix.RadioItem>
  );
}

/** Heads a group of items. */
export function ContextMenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label data-slot="context-menu-label" className={cn(menuLabel, className)} {...props} />;
}

/** A hairline between groups. */
export function ContextMenuSeparator({ className, ...props }: ComponentProps<typeof Radix.Separator>) {
  return <Radix.Separator data-slot="context-menu-separator" className={cn(menuSeparator, className)} {...props} />;
}

/** Holds the trigger and the content of a menu within the menu. */
export function ContextMenuSub(props: ComponentProps<typeof Radix.Sub>) {
  return <Radix.Sub {...props} />;
}

/** The row that opens it. */
export function ContextMenuSubTrigger({ className, children, ...props }: ComponentProps<typeof Radix.SubTrigger>) {
  return (
    <Radix.SubTrigger data-slot="context-menu-sub-trigger" className={cn(menuRow, menuBranch, className)} {...props}>
      {children}
      <ChevronRight aria-hidden className="ms-auto rtl:rotate-180" />
    </Radix.SubTrigger>
  );
}

/** The sheet beside the row. */
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
