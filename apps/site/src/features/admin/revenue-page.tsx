import { RevenueView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

/** What came in. */
export function RevenuePage() {
  return (
    <AdminFrame page="adminRevenue">
      <RevenueView />
    </AdminFrame>
  );
}
