import { createFileRoute } from '@tanstack/react-router';

import { ConfirmPage } from '#features/api/confirm-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/api/confirm')({ ...pageRoute('apiConfirm'), component: ConfirmPage });
