import { createRootRouteWithContext } from '@tanstack/react-router';
import type { i18n } from 'i18next';

import { NotFoundPage } from '#features/not-found/not-found-page.tsx';
import { CrashPage } from '#shell/crash-page.tsx';
import { followLocale } from '#shell/follow-locale.ts';
import { Shell } from '#shell/shell.tsx';

export const Route = createRootRouteWithContext<{ i18n: i18n }>()({
  beforeLoad: followLocale,
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
});
