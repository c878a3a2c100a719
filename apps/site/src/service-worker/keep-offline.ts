import { type Locale, localisedPath, splitLocale } from '@isola/i18n';

/** The words of one photo's whole way, which are fetched as they are wanted: without a network it would be too late. */
const toolWords = ['common', 'pages', 'messages', 'errors', 'tool', 'editor'];

/** Has the browser keep the site, so that it works without a network from the next visit on. */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const { locale } = splitLocale(location.pathname);
  active?.postMessage([location.pathname, localisedPath('/single', locale), ...words(locale), ...loaded()]);
}

function words(locale: Locale): string[] {
  return toolWords.map((namespace) => `/words/${import.meta.env.WORDS_VERSION}/${locale}/${namespace}.json`);
}

/** Returns the URLs that this page has loaded before the service worker was active. */
function loaded(): string[] {
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/`));
}
