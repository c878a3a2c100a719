import { IconButton } from '@isola/ui/icon-button';
import { Menu } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { useIsBooted } from '#tool/use-is-booted.ts';

import { lazyWhenIdle } from './lazy-when-idle.ts';
import { PageLink } from './page-link.tsx';
import type { PageId } from './pages.ts';
import { SiteTheme } from './site-theme.tsx';

/** Pages that the header links to, except on narrow screens. */
export const headerPages: readonly PageId[] = ['single', 'batch', 'aiBackground', 'idPhoto', 'ecommerce', 'api'];

/** Pages that the header links to in addition, on screens that are wide enough in every language. */
export const widePages: readonly PageId[] = ['membership', 'feedback'];

const menuPages: readonly PageId[] = ['home', ...headerPages, 'membership', 'faq', 'feedback', 'auth'];

const AirplaneEntry = lazyWhenIdle(async () => ({
  default: (await import('#tool/airplane/airplane-entry.tsx')).AirplaneEntry,
}));

/** Menu with the pages that do not fit in the header. It is a popover, which opens before hydration too. */
export function SiteMenu() {
  const { t } = useTranslation(['common', 'pages']);
  const isBooted = useIsBooted();
  const sheet = useRef<HTMLElement>(null);
  const close = () => sheet.current?.hidePopover();
  return (
    <>
      <IconButton label={t('common:nav.open')} title={t('common:nav.open')} popoverTarget="site-menu">
        <Menu aria-hidden />
      </IconButton>
      <nav
        ref={sheet}
        id="site-menu"
        popover="auto"
        aria-label={t('common:nav.label')}
        className="fixed inset-x-3 top-16 bottom-auto m-0 max-h-[calc(100dvh-5rem)] w-auto overflow-y-auto rounded-md border border-line bg-sheet p-2 text-ink shadow-float backdrop:bg-overlay lg:start-auto lg:end-10 lg:min-w-60"
      >
        <ul>
          {menuPages.map((page) => (
            <li key={page} className={headerPages.includes(page) ? 'lg:hidden' : undefined}>
              <PageLink
                page={page}
                onClick={close}
                className="flex min-h-11 items-center rounded-sm px-3 text-16 hover:bg-hover aria-[current=page]:font-semibold"
              >
                {t(`pages:${page}.nav`)}
              </PageLink>
            </li>
          ))}
        </ul>
        <div className="mt-2 flex items-center justify-between border-t border-line px-3 pt-3 pb-1 text-14 text-soft xl:hidden">
          {t('common:theme.label')}
          <SiteTheme />
        </div>
        {isBooted && (
          <Suspense fallback={null}>
            <AirplaneEntry />
          </Suspense>
        )}
      </nav>
    </>
  );
}
