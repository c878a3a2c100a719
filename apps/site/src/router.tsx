import { createRouter, type RouterHistory } from '@tanstack/react-router';
import type { i18n } from 'i18next';

import { routeTree } from './routeTree.gen.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { ArticlePending } from './shell/pending-page.tsx';

export interface RouterContext {
  readonly i18n: i18n;
}

/** @param history for rendering an address that is not the browser's. */
export function createSiteRouter(context: RouterContext, history?: RouterHistory) {
  const onServer = import.meta.env.SSR;
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: ArticlePending,
    defaultErrorComponent: CrashPage,
    defaultPendingMs: 100,
    // On the server it would write an inline script into the page, which the policy forbids.
    scrollRestoration: !onServer,
    ...(history && { history }),
  });
}

export type SiteRouter = ReturnType<typeof createSiteRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: SiteRouter;
  }
}
