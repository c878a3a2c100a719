import { createRouter, type RouterHistory } from '@tanstack/react-router';

import { routeTree } from './routeTree.gen.ts';
import type { RouterContext } from './router-context.ts';
import { CrashPage } from './shell/crash-page.tsx';
import { ArticlePending } from './shell/pending-page.tsx';

/** Creates the router. @param history history to use instead of the browser's, for prerendering. */
export function createSiteRouter(context: RouterContext, history?: RouterHistory) {
  const onServer = import.meta.env.SSR;
  return createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPendingComponent: ArticlePending,
    defaultErrorComponent: CrashPage,
    defaultPendingMs: 100,
    // During prerendering, scroll restoration would add an inline script, which the content security policy forbids.
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
