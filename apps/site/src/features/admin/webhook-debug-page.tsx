import { AdminFrame } from './admin-frame.tsx';
import { Upcoming } from './upcoming.tsx';

/** The payment provider’s notices. */
export function WebhookDebugPage() {
  return (
    <AdminFrame page="webhookDebug">
      <Upcoming page="webhookDebug" />
    </AdminFrame>
  );
}
