import type { Locale } from '@isola/i18n';

/** The owner's name for it. */
const storageKey = 'language';

/** Remembers a language that a person chose, where the browser allows. */
export function saveLanguage(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // Storage is closed to this page: the address still carries the language.
  }
}
