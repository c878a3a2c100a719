import { languageTag, splitLocale } from '@isola/i18n';
import type { i18n } from 'i18next';

interface Navigation {
  readonly context: { readonly i18n: i18n };
  readonly location: { readonly pathname: string };
  readonly preload: boolean;
}

/** Brings texts and document into the language of the address, before the page is shown; a mere preload changes nothing. */
export async function followLocale({ context, location, preload }: Navigation): Promise<void> {
  if (preload) return;
  const { locale } = splitLocale(location.pathname);
  const tag = languageTag(locale);
  // Browsers compute every style anew for the same value, too.
  if (!import.meta.env.SSR && document.documentElement.lang !== tag) document.documentElement.lang = tag;
  if (context.i18n.language !== locale) await context.i18n.changeLanguage(locale);
}
