import { createFileRoute } from '@tanstack/react-router';

import { RevenuePage } from '#features/admin/revenue-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/admin/revenue')({
  ...pageRoute('adminRevenue'),
  component: RevenuePage,
});
