import { AdminFrame } from './admin-frame.tsx';
import { Upcoming } from './upcoming.tsx';

/** How things stand. */
export function DashboardPage() {
  return (
    <AdminFrame page="adminDashboard">
      <Upcoming page="adminDashboard" />
    </AdminFrame>
  );
}
