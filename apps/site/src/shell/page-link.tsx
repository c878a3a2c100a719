import type { Locale } from '@isola/i18n';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { type PageId, pageOf } from './pages.ts';
import { localeParam } from './require-locale.ts';
import { useLocale } from './use-locale.ts';

export interface PageLinkProps
  extends Omit<ComponentProps<'a'>, 'href' | 'target'>, Pick<LinkProps, 'hash' | 'preload' | 'resetScroll' | 'search'> {
  page: PageId;
  /** Other than the reader's. */
  locale?: Locale;
}

/** Pages are prerendered without a query: what follows the path must not make another page of them. */
const activeOptions = { exact: true, includeSearch: false };

/** A link to a page in the reader's language. It is a real link before the script runs. */
export function PageLink({ page, locale, ...props }: PageLinkProps) {
  const { path } = pageOf(page);
  const own = useLocale();
  const to = path === '/' ? '/{-$locale}' : (`/{-$locale}${path}` as const);
  return <Link to={to} params={localeParam(locale ?? own)} activeOptions={activeOptions} {...props} />;
}
