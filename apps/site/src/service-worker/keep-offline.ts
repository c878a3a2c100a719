import { type Locale, localisedPath, type Namespace, splitLocale } from '@isola/i18n';

import { pages } from '../shell/pages.ts';

/** Texts of pages that are of no use without a connection: those of members and administrators. */
const onlineWords: ReadonlySet<Namespace> = new Set(['auth', 'membership', 'admin']);
/** Texts that no page names, because they are shared by all or belong to parts of the tool. */
const sharedWords = [
  'common',
  'pages',
  'messages',
  'errors',
  'editor',
  'two-shots',
] as const satisfies readonly Namespace[];

/**
 * Namespaces of the texts of all public pages and of the tool. Pages fetch them when they are needed, which would fail
 * offline, so they are cached in advance: 70 to 95 kB as sent.
 */
const offlineWords: ReadonlySet<Namespace> = new Set([
  ...sharedWords,
  ...pages.flatMap(({ words }): readonly Namespace[] => words).filter((each) => !onlineWords.has(each)),
]);

/**
 * Registers the service worker and caches this page, the tool and the texts of all public pages, so that the site works
 * offline from the next visit.
 */
export async function keepOffline(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js');
  const { active } = await navigator.serviceWorker.ready;
  const { locale } = splitLocale(location.pathname);
  active?.postMessage([location.pathname, localisedPath('/single', locale), ...words(locale), ...loaded()]);
}

function words(locale: Locale): string[] {
  return Array.from(offlineWords, (namespace) => wordsPath(locale, namespace));
}

/** Returns the path of a bundle of this build’s texts. */
export function wordsPath(locale: Locale, namespace: Namespace): string {
  return `/words/${import.meta.env.WORDS_VERSION}/${locale}/${namespace}.json`;
}

/** Returns the URLs of this site's files that the page loaded before the service worker was active. */
function loaded(): string[] {
  const places = [`${location.origin}/`, import.meta.env.VITE_ASSETS_URL].filter((each) => each !== undefined);
  return performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => places.some((place) => place !== '' && name.startsWith(place)));
}
