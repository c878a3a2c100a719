import { NotOpenPage } from './not-open-page.tsx';

/** The payment provider’s notices. */
export function WebhookDebugPage() {
  return <NotOpenPage page="webhookDebug" />;
}
