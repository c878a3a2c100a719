import { SettingsView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

export function SettingsPage() {
  return (
    <AdminFrame page="adminSettings">
      <SettingsView />
    </AdminFrame>
  );
}
