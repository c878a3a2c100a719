import { defaultLocale, isLocale, type Locale } from '@isola/i18n';
import { notFound, redirect } from '@tanstack/react-router';

export interface LocaleParam {
  locale?: string | undefined;
}

/** Before any page: a first part of the address that is no language is no page; `/zh/…` has a shorter name. */
export function requireLocale({ params, location }: { params: LocaleParam; location: { href: string } }): void {
  if (params.locale === undefined) return;
  if (params.locale === defaultLocale) {
    throw redirect({ href: location.href.replace(`/${defaultLocale}`, '') || '/', replace: true });
  }
  if (!isLocale(params.locale)) throw notFound();
}

/** The router's parameter for a language: the default one has no prefix. */
export function localeParam(locale: Locale): LocaleParam {
  return { locale: locale === defaultLocale ? undefined : locale };
}
