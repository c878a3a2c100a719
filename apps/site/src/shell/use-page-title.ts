import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation('common');
  const whole = t('pageTitle', { title });
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}
