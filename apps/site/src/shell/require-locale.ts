import { defaultLocale, isLocale, type Locale, localeOfTag, localisedPath } from '@isola/i18n';
import { notFound, redirect } from '@tanstack/react-router';

export interface LocaleParam {
  locale?: string | undefined;
}

/**
 * Runs before any page. A first part of the address that is no language is no page. `/zh/…` has a shorter name, and
 * `/EN/…` and `/en-US/…` are the same page as `/en/…`.
 */
export function requireLocale({ params, location }: { params: LocaleParam; location: { href: string } }): void {
  const tag = params.locale;
  if (tag === undefined || (isLocale(tag) && tag !== defaultLocale)) return;
  const locale = localeOfTag(tag);
  if (!locale) throw notFound();
  // With one slash at its head: what follows `/zh/` must not lead out of the site.
  const rest = location.href.slice(tag.length + 1).replace(/^\/*/, '/');
  throw redirect({ href: localisedPath(rest, locale), replace: true });
}

/** The router's parameter for a language: the default one has no prefix. */
export function localeParam(locale: Locale): LocaleParam {
  return { locale: locale === defaultLocale ? undefined : locale };
}
