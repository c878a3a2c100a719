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
  /** `single`: opening one item closes the others. The browser sees to it, with the `name` that the items share. */
  type?: 'single' | 'multiple';
  /** The titles' place in the page's outline, for every item that does not say otherwise. */
  headingLevel?: AccordionHeadingLevel;
}

export interface AccordionItemProps extends Omit<ComponentProps<'details'>, 'title' | 'open'> {
  /** What the item is about: a question, a heading. Phrasing content only. */
  title: ReactNode;
  defaultOpen?: boolean;
  open?: boolean;
  /** Called as well where the browser opens the item: for a search in the page, for a link to its `id`. */
  onOpenChange?: (open: boolean) => void;
  /** The title's place in the page's outline. */
  headingLevel?: AccordionHeadingLevel;
  /** Names the item's text. A link to `#id` opens the item, even before the script runs. */
  id?: string;
}

const GroupContext = createContext<{ name?: string; headingLevel: AccordionHeadingLevel }>({ headingLevel: 3 });

/** Headings with their text folded away beneath them, parted by hairlines. */
export function Accordion({ type = 'multiple', headingLevel = 3, className, ...props }: AccordionProps) {
  const name = useId();
  return (
    <GroupContext value={type === 'single' ? { name, headingLevel } : { headingLevel }}>
      <div data-slot="accordion" className={cn('divide-y divide-line border-y border-line', className)} {...props} />
    </GroupContext>
  );
}

/** A heading and its text. Native `<details>`: what is folded away is in the page all the same. */
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
      // By way of a URL, because the address bar writes some characters of an id differently.
      if (id && location.hash === new URL(`#${id}`, location.href).hash) item.open = true;
    };
    openIfLinked();
    // The reader may have opened it before the script came.
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
        // Inherited, so that whoever asked for stillness stills it too: that rule does not reach this part by itself.
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
