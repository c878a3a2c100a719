import { type Locale, splitLocale } from '@isola/i18n';
import { useLocation } from '@tanstack/react-router';

/** The language of the address. */
export function useLocale(): Locale {
  return useLocation({ select: ({ pathname }) => splitLocale(pathname).locale });
}
