import { LegalPage } from './legal-page.tsx';
import { RequestTable } from './request-table.tsx';

const tables = { requests: <RequestTable /> };

/** What stays on the device, what leaves it, and why. */
export function PrivacyPage() {
  return <LegalPage page="privacy" tables={tables} />;
}
