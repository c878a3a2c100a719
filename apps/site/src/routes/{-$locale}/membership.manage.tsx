import { createFileRoute } from '@tanstack/react-router';

import { ManagePage } from '#features/membership/manage-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/membership/manage')({
  ...pageRoute('membershipManage'),
  component: ManagePage,
});
