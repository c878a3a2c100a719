import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { markPageReady } from './page-ready.ts';
import type { PageId } from './pages.ts';

/**
 * Sets the document's title. Every page calls this hook, whose effect runs when the page is rendered completely. It
 * therefore also marks the page as ready, whereupon actions recorded before are repeated.
 */
export function usePageTitle(page: PageId | 'notFound'): void {
  const { t } = useTranslation(['common', 'pages']);
  const whole = t('common:pageTitle', { title: t(`pages:${page}.title`) });
  useEffect(() => {
    document.title = whole;
    markPageReady();
  }, [whole]);
}
