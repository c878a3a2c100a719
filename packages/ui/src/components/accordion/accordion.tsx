import { Plus } from 'lucide-react';
import { useComposedRefs } from 'radix-ui/internal';
import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
} from 'react';

import { cn } from '../../cn.ts';

export type AccordionHeadingLevel = 2 | 3 | 4 | 5;

export interface AccordionProps extends ComponentProps<'div'> {
  /** `single`: opening one item closes the others. The browser does this for items that share a `name`. */
  type?: 'single' | 'multiple';
  /** Heading level of all titles. An item can override it. */
  headingLevel?: AccordionHeadingLevel;
}

export interface AccordionItemProps extends Omit<ComponentProps<'details'>, 'title' | 'open'> {
  /** Title of the item: a question or a heading. Phrasing content only. */
  title: ReactNode;
  /** Initial state of an uncontrolled item. */
  defaultOpen?: boolean;
  /** State of a controlled item. Update it in `onOpenChange`. */
  open?: boolean;
  /**
   * Called when the item opens or closes, also when the browser opens it for a search in the page or for a link to its
   * `id`.
   */
  onOpenChange?: (open: boolean) => void;
  /** Heading level of the title. */
  headingLevel?: AccordionHeadingLevel;
  /** `id` of the item's text. A link to `#id` opens the item, even before the script runs. */
  id?: string;
}

const GroupContext = createContext<{ name?: string; headingLevel: AccordionHeadingLevel }>({ headingLevel: 3 });

/** Headings with collapsible text, separated by lines. */
export function Accordion({ type = 'multiple', headingLevel = 3, className, ...props }: AccordionProps) {
  const name = useId();
  return (
    <GroupContext value={type === 'single' ? { name, headingLevel } : { headingLevel }}>
      <div data-slot="accordion" className={cn('divide-y divide-line border-y border-line', className)} {...props} />
    </GroupContext>
  );
}

/** Item of an `Accordion`: a heading and its text. Uses native `<details>`, so collapsed text is in the page too. */
export function AccordionItem({
  title,
  defaultOpen = false,
  open: controlled,
  onOpenChange,
  onToggle,
  headingLevel,
  id,
  ref,
  className,
  children,
  ...props
}: AccordionItemProps) {
  const group = use(GroupContext);
  const Heading = `h${headingLevel ?? group.headingLevel}` as const;
  const details = useRef<HTMLDetailsElement>(null);
  const [own, setOwn] = useState(defaultOpen);
  const open = controlled ?? own;

  useEffect(() => {
    const item = details.current;
    if (!item) return undefined;
    const openIfLinked = () => {
      // Compared as URLs, because the address bar encodes some characters of an id.
      if (id && location.hash === new URL(`#${id}`, location.href).hash) item.open = true;
    };
    openIfLinked();
    // The user may have opened the item before hydration.
    setOwn(item.open);
    window.addEventListener('hashchange', openIfLinked);
    return () => window.removeEventListener('hashchange', openIfLinked);
  }, [id]);

  const follow = (event: ToggleEvent<HTMLDetailsElement>) => {
    onToggle?.(event);
    const next = event.currentTarget.open;
    if (next === open) return;
    setOwn(next);
    onOpenChange?.(next);
  };

  const ask = (event: MouseEvent) => {
    if (controlled === undefined) return;
    event.preventDefault();
    onOpenChange?.(!controlled);
  };

  return (
    <details
      ref={useComposedRefs(details, ref)}
      data-slot="accordion-item"
      data-state={open ? 'open' : 'closed'}
      name={group.name}
      open={open}
      onToggle={follow}
      className={cn(
        '[interpolate-size:allow-keywords] [transition:height_var(--transition-duration-base)_var(--ease-enter),content-visibility_var(--transition-duration-base)_allow-discrete]',
        // `inherit` applies reduced motion here: the rule that removes transitions does not match this pseudo-element.
        // The margin leaves space for the focus rings of elements at the edge.
        'details-content:h-0 details-content:overflow-clip details-content:[overflow-clip-margin:0.375rem] details-content:[transition:inherit] open:details-content:h-auto',
        className,
      )}
      {...props}
    >
      <summary
        onClick={ask}
        className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-6 rounded-sm py-3 text-ink select-none [&::-webkit-details-marker]:hidden"
      >
        <Heading className="min-w-0 text-16 font-medium text-pretty">{title}</Heading>
        <Plus
          aria-hidden
          className="size-5 text-faint [&>path]:origin-center [&>path]:transition-[scale] [&>path]:duration-base in-[[open]>summary]:[&>path:last-child]:scale-y-0"
        />
      </summary>
      <div id={id} data-slot="accordion-content" className="max-w-[46em] scroll-mt-24 pb-5 text-14 text-soft">
        {children}
      </div>
    </details>
  );
}
