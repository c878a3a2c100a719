import { Tabs as Radix } from 'radix-ui';
import { useComposedRefs } from 'radix-ui/internal';
import { useEffect, useRef, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';
import { UnstyledDiv } from './unstyled.tsx';

export interface TabsProps extends ComponentProps<typeof Radix.Root> {
  /** The tab in sight. Without it the tabs keep their own. */
  value?: string;
  /** The tab in sight at first. */
  defaultValue?: string;
  /** Called with the new value. */
  onValueChange?: (value: string) => void;
  /** `vertical` stands the list beside the contents: for settings on wide screens. */
  orientation?: 'horizontal' | 'vertical';
  /** `manual` waits for Enter or Space: for contents that are slow to come. */
  activationMode?: 'automatic' | 'manual';
}

/** Several views of one thing, one of them in sight. Holds a `TabsList` and a `TabsContent` for each of its triggers. */
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
  /** Names the list. */
  label: string;
  /** Whether the arrow keys lead from the last tab to the first. */
  loop?: boolean;
}

/** The row, or the column, of triggers. Too long for its place, a row scrolls sideways. */
export function TabsList({ label, ref, className, children, ...props }: TabsListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = list.current;
    const active = row?.querySelector<HTMLElement>('[data-state=active]');
    // Not `scrollIntoView`: it would scroll the page as well.
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
        // The hairline lies within the list, where the active tab's line can cover it; forced colours know no shadows.
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
  /** The `TabsContent` of the same value is its own. */
  value: string;
  /** It can be seen, but neither focused nor changed. */
  disabled?: boolean;
}

/** One tab: a word or two, perhaps an icon before and a `Badge` after them. */
export function TabsTrigger({ className, ...props }: TabsTriggerProps) {
  return (
    <Radix.Trigger
      data-slot="tabs-trigger"
      className={cn(
        'relative inline-flex h-10 flex-none items-center gap-2 px-3 text-14 font-medium whitespace-nowrap select-none pointer-coarse:h-11',
        'text-soft transition-colors duration-fast hover:text-ink data-[state=active]:text-ink',
        'disabled:cursor-not-allowed disabled:text-faint disabled:opacity-60 [&_svg]:size-4',
        'rounded-sm focus-visible:-outline-offset-2',
        // The cut line, drawn straight over the hairline, in a whole number of dashes. The gap after the last one lies beyond the
        // word's end: the line is as long as the word.
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
  /** The value of its trigger. */
  value: string;
  /** Keeps the contents in the page, hidden, while another tab is in sight: for text to be found, or state to be kept. */
  forceMount?: true;
}

/** What a tab shows. It takes the focus, so that the keyboard can scroll it. */
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
