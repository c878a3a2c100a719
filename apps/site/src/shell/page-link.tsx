import type { Locale } from '@isola/i18n';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { type PageId, pageOf } from './pages.ts';
import { localeParam } from './require-locale.ts';
import { useLocale } from './use-locale.ts';

export interface PageLinkProps
  extends Omit<ComponentProps<'a'>, 'href' | 'target'>, Pick<LinkProps, 'hash' | 'preload' | 'resetScroll' | 'search'> {
  page: PageId;
  /** Language of the page, if it is not the reader's. */
  locale?: Locale;
}

/**
 * Options that decide whether a link leads to the current page. Pages are prerendered without a query, so it is
 * ignored.
 */
const activeOptions = { exact: true, includeSearch: false };

/** Link to a page in the reader's language. It works before hydration too. */
export function PageLink({ page, locale, ...props }: PageLinkProps) {
  const { path } = pageOf(page);
  const own = useLocale();
  const to = path === '/' ? '/{-$locale}' : (`/{-$locale}${path}` as const);
  return <Link to={to} params={localeParam(locale ?? own)} activeOptions={activeOptions} {...props} />;
}
