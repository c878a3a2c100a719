import { createFileRoute } from '@tanstack/react-router';

import { SettingsPage } from '#features/admin/settings-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/admin/settings')({
  ...pageRoute('adminSettings'),
  component: SettingsPage,
});
