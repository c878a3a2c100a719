import { createRouter } from '@tanstack/react-router';
import type { i18n } from 'i18next';

import { routeTree } from './routeTree.gen.ts';
import { PendingPage } from './shell/pending-page.tsx';

export function createSiteRouter(i18n: i18n) {
  return createRouter({
    routeTree,
    context: { i18n },
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 100,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>;
  }
}
