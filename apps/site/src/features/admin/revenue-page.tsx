import { NotOpenPage } from './not-open-page.tsx';

/** What came in. */
export function RevenuePage() {
  return <NotOpenPage page="adminRevenue" />;
}
