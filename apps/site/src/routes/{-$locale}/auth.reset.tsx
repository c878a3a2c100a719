import { createFileRoute } from '@tanstack/react-router';

import { ResetPage } from '#features/auth/reset-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/auth/reset')({ ...pageRoute('authReset'), component: ResetPage });
