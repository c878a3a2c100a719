import { createFileRoute } from '@tanstack/react-router';

import { WebhookDebugPage } from '#features/admin/webhook-debug-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/webhook-debug')({
  ...pageRoute('webhookDebug'),
  component: WebhookDebugPage,
});
