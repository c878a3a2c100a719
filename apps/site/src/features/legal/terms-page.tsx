import { LegalPage } from './legal-page.tsx';

/** The terms of use. */
export function TermsPage() {
  return <LegalPage page="terms" />;
}
