import { WebhooksView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

/** Events of the payment providers. */
export function WebhookDebugPage() {
  return (
    <AdminFrame page="webhookDebug">
      <WebhooksView />
    </AdminFrame>
  );
}
