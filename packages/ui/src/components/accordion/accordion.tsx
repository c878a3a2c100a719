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
  /** `single`: opening one item closes the others. The browser does that for items that share a `name`. */
  type?: 'single' | 'multiple';
  /** The heading level of every title whose item does not set its own. */
  headingLevel?: AccordionHeadingLevel;
}

export interface AccordionItemProps extends Omit<ComponentProps<'details'>, 'title' | 'open'> {
  /** What the item is about: a question, a heading. Phrasing content only. */
  title: ReactNode;
  /** Whether it is open at first, where its state is its own. */
  defaultOpen?: boolean;
  /** Whether it is open. With it, the state is yours: change it in `onOpenChange`. */
  open?: boolean;
  /** Also called when the browser opens the item, for a search in the page or for a link to its `id`. */
  onOpenChange?: (open: boolean) => void;
  /** The title's heading level. */
  headingLevel?: AccordionHeadingLevel;
  /** The `id` of the item's text. A link to `#id` opens the item, even before the script runs. */
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

/** A heading and its text. Native `<details>`: collapsed text is in the page too. */
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
      // Compared by a URL, because the address bar encodes some characters of an id.
      if (id && location.hash === new URL(`#${id}`, location.href).hash) item.open = true;
    };
    openIfLinked();
    // The user may have opened it before hydration.
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
        // The margin is for the focus rings of what stands at the edge.
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
