import { SettingsView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';
import { IdentitySetting } from './identity-setting.tsx';

/** Plans, features, administrators, the audit log; and how long a password holds. */
export function SettingsPage() {
  return (
    <AdminFrame page="adminSettings">
      <SettingsView />
      <IdentitySetting />
    </AdminFrame>
  );
}
