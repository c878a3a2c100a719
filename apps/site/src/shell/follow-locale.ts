import { languageTag, splitLocale } from '@isola/i18n';
import type { i18n } from 'i18next';

interface Navigation {
  readonly context: { readonly i18n: i18n };
  readonly location: { readonly pathname: string };
  readonly preload: boolean;
}

/**
 * Changes texts and document to the language of the URL before the page is shown. Preloading a page changes nothing.
 */
export async function followLocale({ context, location, preload }: Navigation): Promise<void> {
  if (preload) return;
  const { locale } = splitLocale(location.pathname);
  const tag = languageTag(locale);
  // Browsers recompute all styles even when the same value is set.
  if (!import.meta.env.SSR && document.documentElement.lang !== tag) document.documentElement.lang = tag;
  if (context.i18n.language !== locale) await context.i18n.changeLanguage(locale);
}
