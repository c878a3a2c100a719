import { AdminFrame } from './admin-frame.tsx';
import { Upcoming } from './upcoming.tsx';

/** What came in. */
export function RevenuePage() {
  return (
    <AdminFrame page="adminRevenue">
      <Upcoming page="adminRevenue" />
    </AdminFrame>
  );
}
