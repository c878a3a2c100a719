import { NotOpenPage } from './not-open-page.tsx';

/** The administrators’ sign-in. */
export function AdminPage() {
  return <NotOpenPage page="admin" />;
}
