import { createFileRoute } from '@tanstack/react-router';

import { ConfirmPage } from '#features/auth/confirm-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/auth/confirm')({
  ...pageRoute('authConfirm'),
  component: ConfirmPage,
});
