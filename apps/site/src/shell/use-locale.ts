import type { Locale } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

/**
 * Returns the language of the page's texts. It equals the language in the URL, except while another language is
 * loading: dates, links and requests then still match the texts on the page.
 */
export function useLocale(): Locale {
  // There is nothing to wait for, because every page has loaded the bundle `common`.
  return useTranslation('common', { useSuspense: false }).i18n.language as Locale;
}
