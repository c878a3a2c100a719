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
 * Starts the page: hydrates the HTML of a prerendered page, or renders into an empty root.
 * @returns when the page answers to input.
 */
export async function start(): Promise<void> {
  const place = document.getElementById('root');
  if (!place) throw new Error('index.html has no #root');

  followTranslatedText();
  // For the network log: a browser's own list ends with the 250th request.
  performance.setResourceTimingBufferSize(5000);
  const { locale } = splitLocale(location.pathname);
  // Read before the router, which sets it. A host without its own not-found page for each language answers in Chinese.
  const drawnIn = document.documentElement.lang;
  const i18n = await createI18n(locale, ['common', 'pages'], fetchWords);
  await yieldToEventLoop();
  const router = createSiteRouter({ i18n });
  await yieldToEventLoop();
  await router.load();
  await yieldToEventLoop();

  const app = <App router={router} />;
  if (place.hasChildNodes() && drawnIn === languageTag(locale)) {
    // Tells the router that the server has rendered this page, so that the first render is the same.
    router.ssr = { manifest: undefined };
    // In slices: the page can be scrolled and read meanwhile.
    startTransition(() => void hydrateRoot(place, app));
  } else {
    createRoot(place).render(app);
  }
  await firstPageReady;
  // `npm run size` weighs what came until here.
  performance.mark('isola:ready');
  // For navigations. Not set earlier, because the first page is visible already and a transition would only cover it.
  router.update({ ...router.options, defaultViewTransition: true });
  addEventListener('unhandledrejection', ignoreSkippedTransition);
  // The user asked for none of this work, so a failed import is ignored.
  void import('./shell/begin-idle-work.ts').then(
    ({ beginIdleWork }) => beginIdleWork(router),
    () => undefined,
  );
}

/** A navigation skips the transition of the one before. Browsers report that by promises which the router does not keep. */
function ignoreSkippedTransition(event: PromiseRejectionEvent): void {
  const { reason } = event;
  if (reason instanceof DOMException && reason.name === 'AbortError' && /transition/i.test(reason.message)) {
    event.preventDefault();
  }
}
