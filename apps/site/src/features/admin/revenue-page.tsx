import { RevenueView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

export function RevenuePage() {
  return (
    <AdminFrame page="adminRevenue">
      <RevenueView />
    </AdminFrame>
  );
}
