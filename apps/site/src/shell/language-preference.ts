import { splitLocale } from '@isola/i18n';

/** The owner's name for it. `public/before-paint.js` reads the same key, and writes the same cookie. */
const storageKey = 'language';
const cookieSeconds = 31_536_000;

/** @returns the language that was chosen before, as it was stored; null when none was or storage is closed. */
export function readLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/**
 * Remembers a language that a person chose, where the browser allows: for this page's scripts, and in a cookie for the
 * server, so that it answers an address without a language in this one.
 */
export function saveLanguage(locale: string): void {
  document.cookie = `${storageKey}=${locale}; path=/; max-age=${cookieSeconds}; samesite=lax`;
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // Storage is closed to this page: the address still carries the language.
  }
}

/** Remembers the language of every link to a page in another language, whether the application is here yet or not. */
export function rememberChosenLanguage(): void {
  const remember = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (link) saveLanguage(splitLocale(new URL(link.href).pathname).locale);
  };
  document.addEventListener('click', remember, { capture: true });
}
