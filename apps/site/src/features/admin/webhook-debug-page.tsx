import { WebhooksView } from '@isola/admin/react';

import { AdminFrame } from './admin-frame.tsx';

/** The payment provider’s notices. */
export function WebhookDebugPage() {
  return (
    <AdminFrame page="webhookDebug">
      <WebhooksView />
    </AdminFrame>
  );
}
