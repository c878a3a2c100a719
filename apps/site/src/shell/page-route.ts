import { loadBundle } from '@isola/i18n';
import type { RouteComponent } from '@tanstack/react-router';
import type { i18n } from 'i18next';

import { type PageId, pageOf, type PageShape } from './pages.ts';
import { ArticlePending, FormPending, TablePending, ToolPending } from './pending-page.tsx';
import { type LocaleParam, requireLocale } from './require-locale.ts';

export interface Entry {
  readonly params: LocaleParam;
  readonly location: { readonly href: string };
}

export interface Loading {
  readonly context: { readonly i18n: i18n };
}

const pendingOf: Record<PageShape, RouteComponent> = {
  article: ArticlePending,
  form: FormPending,
  table: TablePending,
  tool: ToolPending,
};

/**
 * Creates the route of a page, which checks the language, loads the texts and shows a skeleton until they are loaded.
 */
export function pageRoute(id: PageId) {
  const { words, shape } = pageOf(id);
  return {
    staticData: { page: id } as const,
    pendingComponent: pendingOf[shape],
    beforeLoad: ({ params, location }: Entry) => requireLocale({ params, location }),
    // This also retries bundles that failed to load when the page was preloaded.
    loader: ({ context }: Loading) =>
      Promise.all((['pages', ...words] as const).map((each) => loadBundle(context.i18n, each))),
  };
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: PageId;
  }
}
