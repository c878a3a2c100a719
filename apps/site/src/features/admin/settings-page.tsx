import { NotOpenPage } from './not-open-page.tsx';

/** Plans, limits and administrators. */
export function SettingsPage() {
  return <NotOpenPage page="adminSettings" />;
}
