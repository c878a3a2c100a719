import { AdminFrame } from './admin-frame.tsx';
import { Upcoming } from './upcoming.tsx';

/** Who has an account. */
export function UsersPage() {
  return (
    <AdminFrame page="adminUsers">
      <Upcoming page="adminUsers" />
    </AdminFrame>
  );
}
