import { createFileRoute } from '@tanstack/react-router';

import { DashboardPage } from '#features/admin/dashboard-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/admin/dashboard')({
  ...pageRoute('adminDashboard'),
  component: DashboardPage,
});
