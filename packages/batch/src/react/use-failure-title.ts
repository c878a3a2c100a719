import type { Failure } from '@isola/editor';
import { loadBundle } from '@isola/i18n';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** @returns names a failure in one line. Its words are loaded with the first caller; until they are there, it is a failure like any other. */
export function useFailureTitle(): (failure: Failure) => string {
  const { t, i18n } = useTranslation(['batch', 'messages', 'errors'], { useSuspense: false });
  useEffect(() => {
    // Where they do not load, the general word stands in.
    loadBundle(i18n, 'errors').catch(() => undefined);
  }, [i18n]);
  return ({ code, format }) => {
    // Not whether a load has ended: it may have failed.
    if (!i18n.hasResourceBundle(i18n.language, 'errors')) return t('messages:process.failed.title');
    return format ? t('errors:unsupported-format.named', { format }) : t(`errors:${code}.title`);
  };
}
