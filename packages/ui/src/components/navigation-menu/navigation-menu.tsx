import { ChevronDown } from 'lucide-react';
import { NavigationMenu as Radix } from 'radix-ui';
import { createContext, use, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

const InPanelContext = createContext(false);

const topLevel =
  'inline-flex h-9 items-center gap-1 rounded-md px-3 text-14 whitespace-nowrap text-soft transition-colors duration-fast hover:bg-hover hover:text-ink data-active:font-medium data-active:text-ink data-[state=open]:bg-hover data-[state=open]:text-ink';

export interface NavigationMenuProps extends Omit<ComponentProps<typeof Radix.Root>, 'aria-label' | 'orientation'> {
  /** Accessible name of the landmark. */
  label: string;
}

/**
 * Row of links to a site's sections, some with a panel of further links. A panel opens when it is pressed or hovered
 * over, and at most one is open. `value` is the value of the open item, or an empty string.
 */
export function NavigationMenu({ label, className, children, ...props }: NavigationMenuProps) {
  return (
    <Radix.Root data-slot="navigation-menu" aria-label={label} className={cn('relative', className)} {...props}>
      <Radix.List className="flex items-center gap-0.5">{children}</Radix.List>
    </Radix.Root>
  );
}

/** Item of the row: a link, or a trigger with its panel. */
export function NavigationMenuItem({ className, ...props }: ComponentProps<typeof Radix.Item>) {
  return <Radix.Item data-slot="navigation-menu-item" className={cn('relative', className)} {...props} />;
}

/** Opens the panel of the same item. */
export function NavigationMenuTrigger({ className, children, ...props }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger data-slot="navigation-menu-trigger" className={cn(topLevel, 'group pe-2', className)} {...props}>
      {children}
      <ChevronDown
        aria-hidden
        className="size-4 text-faint transition-[rotate] duration-base group-data-[state=open]:rotate-180"
      />
    </Radix.Trigger>
  );
}

export interface NavigationMenuContentProps extends ComponentProps<typeof Radix.Content> {
  /**
   * Edge of the trigger that the panel is aligned to. Use `end` for the last item of a row that reaches the window's
   * edge.
   */
  align?: 'start' | 'end';
}

/** Panel with links in one column. For several columns, add a grid. */
export function NavigationMenuContent({ align = 'start', className, children, ...props }: NavigationMenuContentProps) {
  return (
    <Radix.Content
      data-slot="navigation-menu-content"
      className={cn(
        'absolute top-full z-50 mt-1.5 grid w-max max-w-[min(40rem,calc(100vw-2rem))] min-w-56 rounded-md border border-line bg-sheet p-1 shadow-float',
        'data-[state=closed]:animate-leave data-[state=open]:animate-enter',
        align === 'start' ? 'start-0' : 'end-0',
        className,
      )}
      {...props}
    >
      <InPanelContext value>{children}</InPanelContext>
    </Radix.Content>
  );
}

/** Link in the row or in a panel. `active` marks the current page. In a panel, a `<small>` is its second line. */
export function NavigationMenuLink({ className, ...props }: ComponentProps<typeof Radix.Link>) {
  const inPanel = use(InPanelContext);
  return (
    <Radix.Link
      data-slot="navigation-menu-link"
      className={cn(
        inPanel
          ? 'block rounded-sm px-3 py-2 text-14 text-ink transition-colors duration-fast hover:bg-hover data-active:font-medium [&_small]:block [&_small]:text-13 [&_small]:font-normal [&_small]:text-soft'
          : topLevel,
        className,
      )}
      {...props}
    />
  );
}
