import { Link as UiLink } from '@isola/ui/link';
import { Logo } from '@isola/ui/logo';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import type { PageId } from './pages.ts';

const groups = [
  { id: 'tools', pages: ['single', 'batch', 'aiBackground', 'removeOnline'] },
  { id: 'purposes', pages: ['idPhoto', 'productPhoto', 'ecommerce', 'batchRemove'] },
  { id: 'developers', pages: ['api', 'apiReference', 'removalServer', 'press'] },
  { id: 'help', pages: ['faq', 'check', 'feedback', 'membership', 'auth'] },
  { id: 'legal', pages: ['privacy', 'terms'] },
] as const satisfies readonly { id: string; pages: readonly PageId[] }[];

/** Footer with links to the pages, grouped by purpose. It is hidden while a tool fills the window. */
export function SiteFooter() {
  const { t } = useTranslation(['common', 'pages']);
  return (
    <footer className="flex-none border-t border-line bg-sunk [:root:has([data-fills-page])_&]:hidden">
      <div className="mx-auto flex max-w-310 flex-col gap-10 px-4 py-12 sm:px-10 lg:flex-row lg:gap-10 xl:gap-16">
        <div className="lg:w-44 lg:flex-none xl:w-56">
          <Logo size="sm">{t('common:brand')}</Logo>
          <p className="mt-3 text-13 text-soft">{t('common:footer.promise')}</p>
        </div>
        <nav
          aria-label={t('common:footer.label')}
          className="grid flex-1 grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-[repeat(5,auto)] lg:justify-between"
        >
          {groups.map((group) => (
            <section key={group.id} aria-labelledby={`footer-${group.id}`}>
              <h2 id={`footer-${group.id}`} className="text-13 font-semibold">
                {t(`common:footer.${group.id}`)}
              </h2>
              <ul className="mt-2">
                {group.pages.map((page) => (
                  <li key={page}>
                    <UiLink asChild variant="quiet" className="inline-flex min-h-8 items-center text-13">
                      <PageLink page={page}>{t(`pages:${page}.nav`)}</PageLink>
                    </UiLink>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </div>
    </footer>
  );
}
