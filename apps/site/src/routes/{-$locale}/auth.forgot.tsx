import { createFileRoute } from '@tanstack/react-router';

import { ForgotPage } from '#features/auth/forgot-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/auth/forgot')({ ...pageRoute('authForgot'), component: ForgotPage });
