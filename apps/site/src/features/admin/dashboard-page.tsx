import { NotOpenPage } from './not-open-page.tsx';

/** How things stand. */
export function DashboardPage() {
  return <NotOpenPage page="adminDashboard" />;
}
