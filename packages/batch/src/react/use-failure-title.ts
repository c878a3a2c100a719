import type { Failure } from '@isola/editor';
import { loadBundle } from '@isola/i18n';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/**
 * Returns a function that describes a failure in one line. The descriptions are loaded on first use. Until then, a
 * general description is returned.
 */
export function useFailureTitle(): (failure: Failure) => string {
  const { t, i18n } = useTranslation(['batch', 'messages', 'errors'], { useSuspense: false });
  useEffect(() => {
    // When the descriptions cannot be loaded, the general one is used.
    loadBundle(i18n, 'errors').catch(() => undefined);
  }, [i18n]);
  return ({ code, format }) => {
    // The bundle itself is checked, because the load may also have ended with a failure.
    if (!i18n.hasResourceBundle(i18n.language, 'errors')) return t('messages:process.failed.title');
    return format ? t('errors:unsupported-format.named', { format }) : t(`errors:${code}.title`);
  };
}
