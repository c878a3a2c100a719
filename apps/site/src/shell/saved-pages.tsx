import { type Locale, localisedPath } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { wordsPath } from '../service-worker/keep-offline.ts';
import { PageLink } from './page-link.tsx';
import { type Page, type PageId, pages } from './pages.ts';
import { useLocale } from './use-locale.ts';

/**
 * Links to pages that open offline in the reader's language: the pages that were visited, and the tools, whose texts the
 * service worker caches in advance. The tool for single images is linked above.
 */
export function SavedPages() {
  const { t } = useTranslation(['common', 'pages']);
  const locale = useLocale();
  const [saved, setSaved] = useState<PageId[]>([]);
  useEffect(() => {
    // Insecure origins have neither caches nor a service worker.
    if (!('caches' in window)) return undefined;
    let isGone = false;
    const others = pages.filter(({ id }) => id !== 'single');
    void Promise.all(others.map((page) => opensOffline(page, locale))).then((answers) => {
      if (!isGone) setSaved(others.flatMap(({ id }, index) => (answers[index] ? [id] : [])));
    });
    return () => {
      isGone = true;
    };
  }, [locale]);
  if (saved.length === 0) return null;
  return (
    <section className="mt-4 text-14">
      <h2 className="text-soft">{t('common:offline.saved')}</h2>
      <ul className="mt-2 flex flex-wrap justify-center gap-x-4 gap-y-2">
        {saved.map((page) => (
          <li key={page}>
            <UiLink asChild>
              <PageLink page={page}>{t(`pages:${page}.nav`)}</PageLink>
            </UiLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function opensOffline({ path, shape, words }: Page, locale: Locale): Promise<boolean> {
  if (await isCached(localisedPath(path, locale))) return true;
  if (shape !== 'tool') return false;
  const answers = await Promise.all(words.map((namespace) => isCached(wordsPath(locale, namespace))));
  return answers.every(Boolean);
}

async function isCached(path: string): Promise<boolean> {
  return (await caches.match(path)) !== undefined;
}
