import { defaultLocale, isLocale, type Locale, localeOfTag, localisedPath } from '@isola/i18n';
import { notFound, redirect } from '@tanstack/react-router';

export interface LocaleParam {
  locale?: string | undefined;
}

/**
 * Checks the language in the URL before a page loads. The first part of the path must be a supported language,
 * otherwise the page is not found. `/zh/…` redirects to the path without prefix, `/EN/…` and `/en-US/…` to `/en/…`.
 */
export function requireLocale({ params, location }: { params: LocaleParam; location: { href: string } }): void {
  const tag = params.locale;
  if (tag === undefined || (isLocale(tag) && tag !== defaultLocale)) return;
  const locale = localeOfTag(tag);
  if (!locale) throw notFound();
  // The rest must start with exactly one slash. With two, `/zh//elsewhere.example` would redirect to another site.
  const rest = location.href.slice(tag.length + 1).replace(/^\/*/, '/');
  throw redirect({ href: localisedPath(rest, locale), replace: true });
}

/** Returns the router's parameter for a language. The default language has no prefix. */
export function localeParam(locale: Locale): LocaleParam {
  return { locale: locale === defaultLocale ? undefined : locale };
}
