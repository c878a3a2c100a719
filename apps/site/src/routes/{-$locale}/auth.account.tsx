import { createFileRoute } from '@tanstack/react-router';

import { AccountPage } from '#features/auth/account-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/auth/account')({
  ...pageRoute('authAccount'),
  component: AccountPage,
});
