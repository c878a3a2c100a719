import { cn } from '@isola/ui/cn';
import { Link as UiLink } from '@isola/ui/link';
import { Logo } from '@isola/ui/logo';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';

import { AccountLink } from './account-link.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { lazyWhenIdle } from './lazy-when-idle.ts';
import { PageLink } from './page-link.tsx';
import { headerPages } from './menu-sheet.tsx';
import { SiteMenu } from './site-menu.tsx';
import type { PageId } from './pages.ts';
import { SiteTheme } from './site-theme.tsx';

/** The prerendered page contains its fallback, a plain link. */
const AccountEntry = lazyWhenIdle(async () => ({ default: (await import('./account-entry.tsx')).AccountEntry }));

/** Pages that the header links to in addition, on screens that are wide enough in every language. */
const widePages: readonly PageId[] = ['membership', 'feedback'];

/** Header with links to as many pages as fit in a row, and a button that opens a menu with the others. It is hidden while an open image
 * brings a bar with the site's menu. */
export function SiteHeader() {
  const { t } = useTranslation(['common', 'pages']);
  return (
    <header className="flex h-14 flex-none items-center gap-3 border-b border-line px-4 [view-transition-name:site-header] sm:px-10 lg:h-16 lg:gap-6 xl:gap-8 [:root:has([data-brings-bar])_&]:hidden">
      <PageLink page="home" className="flex rounded-sm">
        <Logo>{t('common:brand')}</Logo>
      </PageLink>
      <nav aria-label={t('common:nav.label')} className="max-lg:hidden">
        <ul className="flex items-center gap-x-4 text-14 xl:gap-x-4.5">
          {[...headerPages, ...widePages].map((page) => (
            <li key={page} className={cn('whitespace-nowrap', widePages.includes(page) && 'max-[90rem]:hidden')}>
              <UiLink asChild variant="quiet">
                <PageLink page={page}>{t(`pages:${page}.nav`)}</PageLink>
              </UiLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="ms-auto flex items-center gap-1.5">
        <LanguageMenu />
        <div className="max-xl:hidden">
          <SiteTheme />
        </div>
        <Suspense fallback={<AccountLink />}>
          <AccountEntry />
        </Suspense>
        <SiteMenu />
      </div>
    </header>
  );
}
