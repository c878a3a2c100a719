import { NotOpenPage } from './not-open-page.tsx';

/** Who has an account. */
export function UsersPage() {
  return <NotOpenPage page="adminUsers" />;
}
