import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router';

import { CrashPage } from '#shell/crash-page.tsx';
import { followLocale } from '#shell/follow-locale.ts';
import { Shell } from '#shell/shell.tsx';

import type { RouterContext } from '../router-context.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: followLocale,
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('#features/not-found/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: CrashPage,
});
