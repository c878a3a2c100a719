import { defaultLocale, isLocale, type Locale } from '@isola/i18n';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { readLanguage } from './language-preference.ts';
import { lazyWhenIdle } from './lazy-when-idle.ts';
import { ArticlePending } from './pending-page.tsx';
import { SiteHeader } from './site-header.tsx';
import { useLocale } from './use-locale.ts';
import { useRouteFocus } from './use-route-focus.ts';
import { visitorLanguage } from './visitor-language.ts';

/** Far down on every page. */
const SiteFooter = lazyWhenIdle(async () => ({ default: (await import('./site-footer.tsx')).SiteFooter }));

/** Few visits need it. */
const LanguageOffer = lazy(async () => ({ default: (await import('./language-offer.tsx')).LanguageOffer }));

/** The frame of every page: header, content and footer. */
export function Shell() {
  const { t } = useTranslation('common');
  const content = useRef<HTMLElement>(null);
  const [offered, settle] = useOfferedLanguage();
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
        {offered && (
          <Suspense fallback={null}>
            <LanguageOffer language={offered} onSettle={settle} />
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

/** @returns the language that the visitor is likely to read, while the page is in another one and they chose none. */
function useOfferedLanguage(): [Locale | undefined, () => void] {
  const [detected, setDetected] = useState<Locale>();
  const locale = useLocale();
  useEffect(() => void visitorLanguage().then(setDetected), []);
  const isOffered = detected && locale === defaultLocale && detected !== locale && !isLocale(readLanguage());
  return [isOffered ? detected : undefined, () => setDetected(undefined)];
}
