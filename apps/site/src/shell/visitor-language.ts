import { defaultLocale, isLocale, type Locale, localeOfTag, localisedPath } from '@isola/i18n';

import { detectLanguage } from '#backend/detect-language.ts';

import { readLanguage } from './language-preference.ts';

/** How long the application waits for the answer: later, a visitor has begun to read. */
const decisionLimitMs = 1_500;

let detecting: Promise<Locale | undefined> | undefined;

/**
 * Asks the geo-location function, once in a visit, where neither the address nor an earlier choice names the language. A server
 * of ours has answered in the visitor's language already; a host that only has files cannot.
 * @returns the visitor's language; undefined where it is not asked for, or there is no answer: the page's language stays.
 */
export function visitorLanguage(): Promise<Locale | undefined> {
  detecting ??= isOpen() ? detectLanguage().catch(() => undefined) : Promise.resolve(undefined);
  return detecting;
}

/**
 * Decides about the language before the application begins: it leaves for the page in the visitor's language if the answer
 * comes in time and they have not begun. Otherwise `LanguageOffer` offers it.
 * @param hasBegun whether they have done something on the page.
 * @returns whether the page stays.
 */
export async function decideLanguage(hasBegun: () => boolean): Promise<boolean> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, decisionLimitMs));
  const language = await Promise.race([visitorLanguage(), late]);
  if (language === undefined || language === defaultLocale || hasBegun() || scrollY > 0) return true;
  const { pathname, search, hash } = location;
  location.replace(localisedPath(pathname, language) + search + hash);
  return false;
}

/** An address such as `/zh/single` or `/EN/single` names it too. */
function isOpen(): boolean {
  return !localeOfTag(location.pathname.split('/')[1] ?? '') && !isLocale(readLanguage());
}
