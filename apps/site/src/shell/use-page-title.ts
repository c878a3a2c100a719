import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { markPageReady } from './page-ready.ts';
import type { PageId } from './pages.ts';

/**
 * Names the page in the browser's tab and history. Every page does so once it is there with all its parts, and so tells
 * that it is ready: what was done before then is done again now.
 */
export function usePageTitle(page: PageId | 'notFound'): void {
  const { t } = useTranslation(['common', 'pages']);
  const whole = t('common:pageTitle', { title: t(`pages:${page}.title`) });
  useEffect(() => {
    document.title = whole;
    markPageReady();
  }, [whole]);
}
