import { createFileRoute } from '@tanstack/react-router';

import { AuthPage } from '#features/auth/auth-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/auth/')({ ...pageRoute('auth'), component: AuthPage });
