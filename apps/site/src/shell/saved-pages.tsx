import { localisedPath } from '@isola/i18n';
import { Link as UiLink } from '@isola/ui/link';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { PageLink } from './page-link.tsx';
import { type Page, type PageId, pages } from './pages.ts';
import { useLocale } from './use-locale.ts';

/**
 * Links to pages that the service worker has cached in the reader's language, except the tool, which is linked above.
 */
export function SavedPages() {
  const { t } = useTranslation(['common', 'pages']);
  const locale = useLocale();
  const [saved, setSaved] = useState<PageId[]>([]);
  useEffect(() => {
    // Insecure origins have neither caches nor a service worker.
    if (!('caches' in window)) return undefined;
    let isGone = false;
    const isSaved = async ({ path }: Page) => (await caches.match(localisedPath(path, locale))) !== undefined;
    const others = pages.filter(({ id }) => id !== 'single');
    void Promise.all(others.map(isSaved)).then((answers) => {
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
