import { defaultLocale, isLocale } from '@isola/i18n';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readLanguage } from './language-preference.ts';
import { lazyWhenIdle } from './lazy-when-idle.ts';
import { ArticlePending } from './pending-page.tsx';
import { SiteHeader } from './site-header.tsx';
import { useLocale } from './use-locale.ts';
import { useRouteFocus } from './use-route-focus.ts';

/** Far down on every page. */
const SiteFooter = lazyWhenIdle(async () => ({ default: (await import('./site-footer.tsx')).SiteFooter }));

/** Only a first visit needs it. */
const LanguageOffer = lazyWhenIdle(async () => ({ default: (await import('./language-offer.tsx')).LanguageOffer }));

/** What every page stands in. */
export function Shell() {
  const { t } = useTranslation('common');
  const content = useRef<HTMLElement>(null);
  const isLanguageOpen = useIsLanguageOpen();
  useRouteFocus(content);
  return (
    <>
      {/* The first screen is the page's own: the footer begins beneath it. */}
      <div className="flex min-h-dvh flex-col">
        <a
          href="#content"
          className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-sm focus:bg-sheet focus:px-3 focus:py-2"
        >
          {t('skipToContent')}
        </a>
        {isLanguageOpen && (
          <Suspense fallback={null}>
            <LanguageOffer />
          </Suspense>
        )}
        <SiteHeader />
        <main ref={content} id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Suspense fallback={<ArticlePending />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Suspense fallback={null}>
        <SiteFooter />
      </Suspense>
    </>
  );
}

/** Whether neither the address nor an earlier choice says which language it shall be. Known after the first render. */
function useIsLanguageOpen(): boolean {
  const [isOpen, setIsOpen] = useState(false);
  const locale = useLocale();
  const first = useRef(locale);
  useEffect(() => setIsOpen(first.current === defaultLocale && !isLocale(readLanguage())), []);
  return isOpen;
}
