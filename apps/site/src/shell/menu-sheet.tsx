import { cn } from '@isola/ui/cn';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useIsBooted } from '#tool/use-is-booted.ts';

import { lazyWhenIdle } from './lazy-when-idle.ts';
import { PageLink } from './page-link.tsx';
import type { PageId } from './pages.ts';
import { SiteTheme } from './site-theme.tsx';
import { useLocale } from './use-locale.ts';

/** Pages that the header links to, except on narrow screens. */
export const headerPages: readonly PageId[] = ['single', 'batch', 'aiBackground', 'idPhoto', 'ecommerce', 'api'];

const menuPages: readonly PageId[] = ['home', ...headerPages, 'membership', 'faq', 'feedback', 'auth'];

const AirplaneEntry = lazyWhenIdle(async () => ({
  default: (await import('#tool/airplane/airplane-entry.tsx')).AirplaneEntry,
}));

export interface MenuSheetProps {
  id: string;
  /** True when a wide page has no header, whose links and theme switch the menu then contains. */
  replacesHeader?: boolean;
  /** Further settings of the site. */
  children?: ReactNode;
  className?: string;
}

/** List of the site's pages. It is a popover, which a button opens by `popoverTarget`, before hydration too. */
export function MenuSheet({ id, replacesHeader = false, children, className }: MenuSheetProps) {
  const { t } = useTranslation(['common', 'pages']);
  const locale = useLocale();
  const isBooted = useIsBooted();
  const shownIn = useRef(locale);
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    // A link to the page in another language was followed from within the menu.
    if (shownIn.current !== locale && sheet.current?.matches(':popover-open')) sheet.current.hidePopover();
    shownIn.current = locale;
  }, [locale]);
  return (
    <nav
      ref={sheet}
      id={id}
      popover="auto"
      aria-label={t('common:nav.label')}
      className={cn(
        'fixed start-3 top-16 bottom-auto m-0 max-h-[calc(100dvh-5rem)] w-auto overflow-y-auto rounded-md border border-line bg-sheet p-2 text-ink shadow-float backdrop:bg-overlay lg:min-w-60',
        className,
      )}
    >
      <ul>
        {menuPages.map((page) => (
          <li key={page} className={!replacesHeader && headerPages.includes(page) ? 'lg:hidden' : undefined}>
            <PageLink
              page={page}
              onClick={() => sheet.current?.hidePopover()}
              className="flex min-h-11 items-center rounded-sm px-3 text-16 hover:bg-hover aria-[current=page]:font-semibold"
            >
              {t(`pages:${page}.nav`)}
            </PageLink>
          </li>
        ))}
      </ul>
      <div
        className={cn(
          'mt-2 flex items-center justify-between border-t border-line px-3 pt-3 pb-1 text-14 text-soft',
          !replacesHeader && 'xl:hidden',
        )}
      >
        {t('common:theme.label')}
        <SiteTheme />
      </div>
      {children}
      {isBooted && (
        <Suspense fallback={null}>
          <AirplaneEntry />
        </Suspense>
      )}
    </nav>
  );
}
