import { LegalPage } from './legal-page.tsx';
import { RequestTable } from './request-table.tsx';

const tables = { requests: <RequestTable /> };

/** Privacy page: explains which data stays on the device, which data leaves it, and why. */
export function PrivacyPage() {
  return <LegalPage page="privacy" tables={tables} />;
}
