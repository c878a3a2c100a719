import type { Locale } from '@isola/i18n';

/** The owner's name for it. */
const storageKey = 'language';

/** @returns the language that was chosen before, as it was stored; null when none was or storage is closed. */
export function readLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/** Remembers a language that a person chose, where the browser allows. */
export function saveLanguage(locale: Locale): void {
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // Storage is closed to this page: the address still carries the language.
  }
}
