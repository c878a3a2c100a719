import { splitLocale } from '@isola/i18n';

/**
 * Key in local storage and name of the cookie. `public/before-paint.js` reads the same key and writes the same cookie.
 */
const storageKey = 'language';
const cookieSeconds = 31_536_000;

/** Returns the saved language, unchecked; null without one or when storage is blocked. */
export function readLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

/**
 * Saves the chosen language, if the browser allows it: in local storage for scripts, and in a cookie for the server,
 * which then answers URLs without a language prefix in this language.
 */
export function saveLanguage(locale: string): void {
  document.cookie = `${storageKey}=${locale}; path=/; max-age=${cookieSeconds}; samesite=lax`;
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // Storage is blocked for this page: the language is still in the URL.
  }
}

/**
 * Saves the language whenever a link to a page in another language is clicked, even before the application has loaded.
 */
export function rememberChosenLanguage(): void {
  const remember = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    if (link) saveLanguage(splitLocale(new URL(link.href).pathname).locale);
  };
  document.addEventListener('click', remember, { capture: true });
}
