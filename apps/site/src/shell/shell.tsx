import { defaultLocale, isLocale, type Locale } from '@isola/i18n';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useIsBooted } from '#tool/use-is-booted.ts';

import { readLanguage } from './language-preference.ts';
import { lazyWhenIdle } from './lazy-when-idle.ts';
import { ArticlePending } from './pending-page.tsx';
import { StripRoom } from './proof-strip/strip-room.tsx';
import { SiteHeader } from './site-header.tsx';
import { useLocale } from './use-locale.ts';
import { useRouteFocus } from './use-route-focus.ts';
import { visitorLanguage } from './visitor-language.ts';

/** The footer is loaded last, because it is far down on every page. */
const SiteFooter = lazyWhenIdle(async () => ({ default: (await import('./site-footer.tsx')).SiteFooter }));

/** The strip is loaded late, because it shows what the page has sent and nothing can be sent unseen meanwhile. */
const ProofStrip = lazyWhenIdle(async () => ({
  default: (await import('./proof-strip/proof-strip.tsx')).ProofStrip,
}));

/** The language offer is loaded only when it is needed, which is rare. */
const LanguageOffer = lazy(async () => ({ default: (await import('./language-offer.tsx')).LanguageOffer }));

/** Frame of every page: header, content and footer. */
export function Shell() {
  const { t } = useTranslation('common');
  const content = useRef<HTMLElement>(null);
  const [offered, settle] = useOfferedLanguage();
  const isBooted = useIsBooted();
  useRouteFocus(content);
  return (
    <>
      {/* Header and content fill at least the window, so that the footer is below the first screen. */}
      <div id="frame" className="flex min-h-dvh flex-col">
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
        {isBooted ? (
          <Suspense fallback={<StripRoom />}>
            <ProofStrip />
          </Suspense>
        ) : (
          <StripRoom />
        )}
      </div>
      <Suspense fallback={null}>
        <SiteFooter />
      </Suspense>
    </>
  );
}

/**
 * Returns the language to offer: the visitor's language, if the page is in another language and the visitor has not
 * chosen one. The second value dismisses the offer.
 */
function useOfferedLanguage(): [Locale | undefined, () => void] {
  const [detected, setDetected] = useState<Locale>();
  const locale = useLocale();
  useEffect(() => void visitorLanguage().then(setDetected), []);
  const isOffered = detected && locale === defaultLocale && detected !== locale && !isLocale(readLanguage());
  return [isOffered ? detected : undefined, () => setDetected(undefined)];
}
