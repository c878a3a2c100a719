import { AdminFrame } from './admin-frame.tsx';
import { IdentitySetting } from './identity-setting.tsx';
import { UpcomingList } from './upcoming.tsx';

/** Plans, limits and administrators. */
export function SettingsPage() {
  return (
    <AdminFrame page="adminSettings">
      <IdentitySetting />
      <UpcomingList page="adminSettings" />
    </AdminFrame>
  );
}
