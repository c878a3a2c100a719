import { createFileRoute } from '@tanstack/react-router';

import { AdminPage } from '#features/admin/admin-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/admin/')({ ...pageRoute('admin'), component: AdminPage });
