import { LegalPage } from './legal-page.tsx';
import { RequestTable } from './request-table.tsx';

const tables = { requests: <RequestTable /> };

/** The privacy page: data that stays on the device, data that leaves it, and the reasons. */
export function PrivacyPage() {
  return <LegalPage page="privacy" tables={tables} />;
}
