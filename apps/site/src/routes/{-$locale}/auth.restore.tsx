import { createFileRoute } from '@tanstack/react-router';

import { RestorePage } from '#features/auth/restore-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/auth/restore')({
  ...pageRoute('authRestore'),
  component: RestorePage,
});
