import { Tabs as Radix } from 'radix-ui';
import { useComposedRefs } from 'radix-ui/internal';
import { useEffect, useRef, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { UnstyledDiv } from './unstyled.tsx';

export interface TabsProps extends ComponentProps<typeof Radix.Root> {
  /** Active tab of controlled tabs. */
  value?: string;
  /** Initially active tab of uncontrolled tabs. */
  defaultValue?: string;
  /** Called with the new value. */
  onValueChange?: (value: string) => void;
  /** Direction of the list. `vertical` places it next to the content, for settings on wide screens. */
  orientation?: 'horizontal' | 'vertical';
  /** When a tab is activated. `manual` waits for Enter or Space, for content that is slow to load. */
  activationMode?: 'automatic' | 'manual';
}

/**
 * Several views of one subject, one of which is visible. Contains a `TabsList` and a `TabsContent` for each of its
 * triggers.
 */
export function Tabs({ className, ...props }: TabsProps) {
  return (
    <Radix.Root
      data-slot="tabs"
      className={cn('min-w-0 data-[orientation=vertical]:flex data-[orientation=vertical]:items-start', className)}
      {...props}
    />
  );
}

export interface TabsListProps extends Omit<ComponentProps<typeof Radix.List>, 'asChild' | 'style'> {
  /** Accessible name of the list. */
  label: string;
  /** Lets the arrow keys wrap around from the last tab to the first. */
  loop?: boolean;
}

/** Row or column of triggers. A row that is too long scrolls sideways. */
export function TabsList({ label, ref, className, children, ...props }: TabsListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const active = row?.querySelector<HTMLElement>('[data-state=active]');
    // `scrollIntoView` would scroll the page as well.
    if (row && active) row.scrollLeft = active.offsetLeft - (row.clientWidth - active.offsetWidth) / 2;
  }, []);

  return (
    <Radix.List
      ref={useComposedRefs(list, ref)}
      asChild
      data-slot="tabs-list"
      aria-label={label}
      className={cn(
        'relative flex outline-none',
        'data-[orientation=horizontal]:[scrollbar-width:none] data-[orientation=horizontal]:overflow-x-auto data-[orientation=horizontal]:overscroll-x-contain',
        // The hairline is inside the list, where the line of the active tab can cover it. Forced colours show no
        // shadows, so a border replaces it.
        'data-[orientation=horizontal]:shadow-[inset_0_-1px_0_var(--color-line)] forced-colors:data-[orientation=horizontal]:border-b',
        'data-[orientation=vertical]:flex-none data-[orientation=vertical]:flex-col data-[orientation=vertical]:border-e data-[orientation=vertical]:border-line',
        className,
      )}
      {...props}
    >
      <UnstyledDiv>{children}</UnstyledDiv>
    </Radix.List>
  );
}

export interface TabsTriggerProps extends ComponentProps<typeof Radix.Trigger> {
  /** Value of the tab, shared with its `TabsContent`. */
  value: string;
  /** Disables the tab: it cannot be focused or activated. */
  disabled?: boolean;
}

/** Tab with one or two words, optionally an icon before and a `Badge` after them. */
export function TabsTrigger({ className, ...props }: TabsTriggerProps) {
  return (
    <Radix.Trigger
      data-slot="tabs-trigger"
      className={cn(
        'relative inline-flex h-10 flex-none items-center gap-2 px-3 text-14 font-medium whitespace-nowrap select-none pointer-coarse:h-11',
        'text-soft transition-colors duration-fast hover:text-ink data-[state=active]:text-ink',
        'disabled:cursor-not-allowed disabled:text-faint disabled:opacity-60 [&_svg]:size-4',
        'rounded-sm focus-visible:-outline-offset-2',
        // The cut line as a straight line above the hairline, in a whole number of dashes. The gap after the last dash
        // extends beyond the text, so the visible line is as long as the text.
        'after:absolute after:hidden after:bg-repeat-round data-[state=active]:after:block',
        'data-[orientation=horizontal]:after:start-3 data-[orientation=horizontal]:after:end-1.5 data-[orientation=horizontal]:after:bottom-0 data-[orientation=horizontal]:after:h-0.5',
        'data-[orientation=horizontal]:after:bg-[linear-gradient(90deg,var(--color-cut)_7px,transparent_0)] data-[orientation=horizontal]:after:bg-size-[13px_100%]',
        'data-[orientation=vertical]:pe-5 data-[orientation=vertical]:after:inset-y-2 data-[orientation=vertical]:after:-end-px data-[orientation=vertical]:after:w-0.5',
        'data-[orientation=vertical]:after:bg-[linear-gradient(var(--color-cut)_7px,transparent_0)] data-[orientation=vertical]:after:bg-size-[100%_13px]',
        'forced-colors:after:bg-[Highlight]! forced-colors:after:bg-none!',
        className,
      )}
      {...props}
    />
  );
}

export interface TabsContentProps extends Omit<ComponentProps<typeof Radix.Content>, 'asChild' | 'style'> {
  /** Value of its trigger. */
  value: string;
  /**
   * Keeps the content in the page, hidden, while another tab is active, so that its text can be found and its state is
   * kept.
   */
  forceMount?: true;
}

/** Content of a tab. Focusable, so that the keyboard can scroll it. */
export function TabsContent({ className, children, ...props }: TabsContentProps) {
  return (
    <Radix.Content
      asChild
      data-slot="tabs-content"
      className={cn('min-w-0 flex-1 rounded-sm data-[state=inactive]:hidden', className)}
      {...props}
    >
      <UnstyledDiv>{children}</UnstyledDiv>
    </Radix.Content>
  );
}
