import { Check, Globe } from 'lucide-react';
import {
  useId,
  useState,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';

import { cn } from '../../cn.ts';
import { Button } from '../button/button.tsx';

export interface PickerLanguage {
  /** Code of the language on the site, such as a part of the address. */
  code: string;
  /** Language tag for `lang` and `hreflang`: `zh-Hans`, `de`. */
  lang: string;
  /** Name of the language in that language: 日本語, Deutsch. */
  name: string;
  /** Address of this page in that language. */
  href: string;
}

/** Props for a router's link, in addition to its destination and the language's name. */
export type LanguageLinkProps = Pick<
  ComponentProps<'a'>,
  'lang' | 'hrefLang' | 'aria-current' | 'className' | 'onClick'
>;

export interface LanguagePickerProps extends Omit<ComponentProps<'div'>, 'onSelect' | 'children'> {
  /** Accessible name of the button and of the list: "Language". */
  label: string;
  /** Languages, each with its name and address. */
  languages: readonly PickerLanguage[];
  /** `code` of the page's language. */
  current: string;
  /** When the button shows the language's name next to the icon. `wide`: from a window width of 640 px. */
  showName?: 'always' | 'wide' | 'never';
  /** Called before the link is followed. Save the choice here. */
  onSelect?: (code: string, event: MouseEvent<HTMLAnchorElement>) => void;
  /** Renders a link with the router's component. Spread `props` on it. */
  renderLink?: (language: PickerLanguage, props: LanguageLinkProps) => ReactNode;
}

const plainLink = (language: PickerLanguage, props: LanguageLinkProps) => (
  <a href={language.href} {...props}>
    {language.name}
  </a>
);

const nameLook = { always: '', wide: 'max-sm:hidden', never: 'hidden' };

/**
 * Links to the same page in other languages, in a list that a button opens. The list is a native popover, so a
 * prerendered page can open it before its script has loaded, and without one.
 */
export function LanguagePicker({
  label,
  languages,
  current,
  showName = 'wide',
  onSelect,
  renderLink = plainLink,
  className,
  onKeyDown,
  onBlur,
  ...props
}: LanguagePickerProps) {
  const id = useId().replaceAll(/\W/g, '');
  // Undefined until the first toggle: the popover may have been opened before hydration, and until then the browser
  // itself exposes its state to screen readers.
  const [open, setOpen] = useState<boolean>();
  const here = languages.find(({ code }) => code === current);

  const choose = (code: string, event: MouseEvent<HTMLAnchorElement>) => {
    onSelect?.(code, event);
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
  };

  return (
    <div
      // The element only handles events that bubble from its button and its links.
      role="presentation"
      data-slot="language-picker"
      data-state={open ? 'open' : 'closed'}
      className={cn('inline-flex [anchor-scope:--language-picker]', className)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        walk(event);
      }}
      onBlur={(event) => {
        onBlur?.(event);
        leave(event);
      }}
      {...props}
    >
      <Button
        variant="ghost"
        popoverTarget={id}
        aria-expanded={open}
        aria-labelledby={`${id}-label ${id}-name`}
        className="[anchor-name:--language-picker] has-[+:popover-open]:bg-hover has-[+:popover-open]:text-ink pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1"
      >
        <Globe aria-hidden />
        <span id={`${id}-label`} className="sr-only">
          {label}
        </span>
        <span id={`${id}-name`} data-slot="language-name" lang={here?.lang} className={nameLook[showName]}>
          {here?.name}
        </span>
      </Button>
      <div
        id={id}
        popover="auto"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className={cn(
          'fixed inset-auto max-h-[calc(100dvh-5rem)] min-w-48 overflow-y-auto rounded-md border border-line bg-sheet p-1 text-ink shadow-float',
          'my-1.5 open:animate-enter',
          // Only while it is open: WebKit 2.50 freezes when the button of a closed, anchored popover is hidden with its parent.
          'open:[position-anchor:--language-picker] open:[position-area:block-end_span-inline-start]',
          'open:[position-try-fallbacks:flip-block,flip-inline,flip-block_flip-inline]',
          // Fallback position for browsers without anchor positioning: below a page header.
          'not-supports-[position-area:block-end]:end-4 not-supports-[position-area:block-end]:top-14',
          // Browsers without popovers would always show it.
          'not-supports-[selector(:popover-open)]:hidden',
        )}
      >
        <ul aria-label={label} className="grid gap-px">
          {languages.map((language) => (
            <li key={language.code} className="relative flex items-center">
              {language.code === current && (
                <Check aria-hidden className="pointer-events-none absolute start-2.5 size-4 text-accent-ink" />
              )}
              {renderLink(language, {
                lang: language.lang,
                hrefLang: language.lang,
                'aria-current': language.code === current ? 'true' : undefined,
                className: cn(
                  'flex min-h-9 flex-1 items-center rounded-sm ps-9 pe-4 text-14 text-ink -outline-offset-2 pointer-coarse:min-h-11',
                  'hover:bg-hover active:bg-pressed aria-current:font-medium',
                ),
                onClick: (event) => choose(language.code, event),
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function walk(event: KeyboardEvent<HTMLElement>) {
  const sheet = event.currentTarget.querySelector(':popover-open');
  if (!sheet) return;
  const links = [...sheet.querySelectorAll('a')];
  const target = linkAfter(
    event.key,
    links,
    links.findIndex((link) => link === document.activeElement),
  );
  if (!target) return;
  event.preventDefault();
  target.focus();
}

function leave({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
  currentTarget.querySelector<HTMLElement>(':popover-open')?.hidePopover();
}

/**
 * Returns the link that a key moves to.
 * @param at index of the focused link; −1 while the button has the focus.
 */
function linkAfter(key: string, links: HTMLAnchorElement[], at: number): HTMLAnchorElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return at === -1 ? (links.find((link) => link.ariaCurrent) ?? links[0]) : links[(at + 1) % links.length];
    case 'ArrowUp':
      return links.at(Math.max(at, 0) - 1);
    case 'Home':
      return links[0];
    case 'End':
      return links.at(-1);
    default:
      return undefined;
  }
}
