import { DashboardView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

export function DashboardPage() {
  return (
    <AdminFrame page="adminDashboard">
      <DashboardView />
    </AdminFrame>
  );
}
