import { defaultLocale, isLocale, type Locale, localeOfTag, localisedPath } from '@isola/i18n';

import { detectLanguage } from '#backend/detect-language.ts';

import { readLanguage } from './language-preference.ts';

/**
 * Longest time to wait for the answer, in milliseconds. After that, a visitor has probably started to read.
 */
const decisionLimitMs = 1_500;

let detecting: Promise<Locale | undefined> | undefined;

/**
 * Asks the geo-location function for the visitor's language, once per visit, unless the URL or an earlier choice sets
 * the language. The site's own server has already answered in the visitor's language; static hosts cannot do this.
 * @returns the visitor's language; undefined when it was not asked for or there was no answer: the language stays.
 */
export function visitorLanguage(): Promise<Locale | undefined> {
  detecting ??= isOpen() ? detectLanguage().catch(() => undefined) : Promise.resolve(undefined);
  return detecting;
}

/**
 * Decides the language before the application starts. Navigates to the page in the visitor's language if the answer
 * arrives in time and the visitor has not used the page yet. Otherwise `LanguageOffer` offers the language.
 * @param hasBegun returns whether the visitor has used the page.
 * @returns false when the page is being left.
 */
export async function decideLanguage(hasBegun: () => boolean): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, decisionLimitMs));
  const language = await Promise.race([visitorLanguage(), late]);
  if (language === undefined || language === defaultLocale || hasBegun() || scrollY > 0) return true;
  const { pathname, search, hash } = location;
  location.replace(localisedPath(pathname, language) + search + hash);
  return false;
}

/** Checks that neither the URL nor an earlier choice sets the language. `/zh/…` and `/EN/…` also count as set. */
function isOpen(): boolean {
  return !localeOfTag(location.pathname.split('/')[1] ?? '') && !isLocale(readLanguage());
}
