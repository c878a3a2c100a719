import { UsersView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

export function UsersPage() {
  return (
    <AdminFrame page="adminUsers">
      <UsersView />
    </AdminFrame>
  );
}
