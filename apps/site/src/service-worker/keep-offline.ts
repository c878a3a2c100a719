import { type Locale, localisedPath, splitLocale } from '@isola/i18n';

/**
 * Namespaces of the tool's texts, from opening an image to exporting it. Pages fetch them when they are needed, which
 * would fail offline, so they are cached in advance.
 */
const toolWords = ['common', 'pages', 'messages', 'errors', 'tool', 'editor'];

/**
 * Registers the service worker and caches this page and the tool, so that the site works offline from the next visit.
 */
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

/** Returns the URLs of this site's files that the page loaded before the service worker was active. */
function loaded(): string[] {
  const places = [`${location.origin}/`, import.meta.env.VITE_ASSETS_URL].filter((each) => each !== undefined);
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => places.some((place) => place !== '' && name.startsWith(place)));
}
