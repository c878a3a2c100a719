import type { Locale } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

/**
 * The language of the page's words. It is that of the address, but for the moment in which another language is loaded: then
 * dates, links and what is sent still agree with the words that are read.
 */
export function useLocale(): Locale {
  // It waits for no words: every page has those of `common`.
  return useTranslation('common', { useSuspense: false }).i18n.language as Locale;
}
