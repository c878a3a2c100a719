import { createFileRoute } from '@tanstack/react-router';

import { UsersPage } from '#features/admin/users-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/admin/users')({ ...pageRoute('adminUsers'), component: UsersPage });
