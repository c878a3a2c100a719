import { loadBundle, type Namespace } from '@isola/i18n';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Loads a bundle that only this part of the page needs. @returns whether it is loaded in the current language. */
export function useBundle(namespace: Namespace): boolean {
  const { i18n } = useTranslation('editor', { useSuspense: false });
  const isLoaded = i18n.hasResourceBundle(i18n.language, namespace);
  useEffect(() => {
    // Without a connection the part stays hidden. It is tried again when it is rendered in another language or anew.
    if (!isLoaded) loadBundle(i18n, namespace).catch(() => undefined);
  }, [i18n, namespace, isLoaded]);
  return isLoaded;
}
