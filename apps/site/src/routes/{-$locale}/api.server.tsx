import { createFileRoute } from '@tanstack/react-router';

import { RemovalServerPage } from '#features/api/removal-server-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/api/server')({
  ...pageRoute('removalServer'),
  component: RemovalServerPage,
});
