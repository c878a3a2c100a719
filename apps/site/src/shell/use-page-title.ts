import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import type { PageId } from './pages.ts';

/** Names the page in the browser's tab and history. */
export function usePageTitle(page: PageId | 'notFound'): void {
  const { t } = useTranslation(['common', 'pages']);
  const whole = t('common:pageTitle', { title: t(`pages:${page}.title`) });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
