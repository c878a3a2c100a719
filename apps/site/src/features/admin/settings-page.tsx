import { SettingsView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

/** Plans, features, administrators, the audit log. */
export function SettingsPage() {
  return (
    <AdminFrame page="adminSettings">
      <SettingsView />
    </AdminFrame>
  );
}
