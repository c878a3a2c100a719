import { createI18n, languageTag, splitLocale } from '@isola/i18n';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { createSiteRouter } from './router.tsx';
import { fetchWords } from './shell/fetch-words.ts';
import { followTranslatedText } from './shell/follow-translated-text.ts';
import { firstPageReady } from './shell/page-ready.ts';
import { yieldToEventLoop } from './shell/yield-to-event-loop.ts';

/**
 * Starts the application: hydrates the HTML of a prerendered page, or renders into an empty root. The promise resolves
 * when the page responds to input.
 */
export async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');

  followTranslatedText();
  // The network log needs more than the 250 entries that browsers record by default.
  performance.setResourceTimingBufferSize(5000);
  const { locale } = splitLocale(location.pathname);
  // The language of the document must be read before the router changes it. It can differ from the URL's: a host with
  // only one not-found page answers unknown URLs of every language in Chinese.
  const drawnIn = document.documentElement.lang;
  const i18n = await createI18n(locale, ['common', 'pages'], fetchWords);
  await yieldToEventLoop();
  const router = createSiteRouter({ i18n });
  await yieldToEventLoop();
  await router.load();
  await yieldToEventLoop();

  const app = <App router={router} />;
  if (place.hasChildNodes() && drawnIn === languageTag(locale)) {
    // This tells the router that the page was prerendered, so that its first render matches.
    router.ssr = { manifest: undefined };
    // React hydrates in slices during a transition, so the page can be scrolled meanwhile.
    startTransition(() => void hydrateRoot(place, app));
  } else {
    createRoot(place).render(app);
  }
  await firstPageReady;
  // `npm run size` counts the bytes transferred up to this mark.
  performance.mark('isola:ready');
  // View transitions are enabled only now, because the first page is already visible and a transition would cover it.
  router.update({ ...router.options, defaultViewTransition: true });
  addEventListener('unhandledrejection', ignoreSkippedTransition);
  // The user has not asked for this work, so a failed import is ignored.
  void import('./shell/begin-idle-work.ts').then(
    ({ beginIdleWork }) => beginIdleWork(router),
    () => undefined,
  );
}

/**
 * Ignores the rejection that a browser reports when a navigation skips the view transition of the previous navigation.
 * The router does not handle the promises of transitions.
 */
function ignoreSkippedTransition(event: PromiseRejectionEvent): void {
  const { reason } = event;
  if (reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message)) {
    event.preventDefault();
  }
}
