import type { Locale } from '@isola/i18n';
import { createContext, type ReactNode, use } from 'react';

import type { MembershipApi } from '../api/membership-api.ts';
import type { Typeface } from '../invoice/embed-fonts.ts';

/** The site's pages to which the membership's pages link. */
export type MembershipPage = 'membership' | 'manage' | 'payments' | 'sign-in' | 'account' | 'single';

/** Form that a payment provider expects to be posted to it. */
export interface PaymentForm {
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Everything the pages need from the site that shows them. */
export interface MembershipEnvironment {
  readonly api: MembershipApi;
  readonly locale: Locale;
  /** Parameter of the URL to which the payment provider returned the member: `done` or `cancelled`. Null otherwise. */
  readonly checkout: string | null;
  /** Renders a link to another page, as a link or as a button. */
  readonly linkTo: (page: MembershipPage, words: ReactNode, look?: 'link' | 'primary' | 'secondary') => ReactNode;
  /** Leaves for the provider's site, where the member pays: by navigation, or by posting a form. */
  readonly leaveTo: (url: string, form?: PaymentForm) => void;
  /** Announces, for example in a toast, that a change was made. */
  readonly announce: (words: string) => void;
  /** Loads the typefaces of invoices in the reader's language. */
  readonly loadInvoiceFonts: () => Promise<readonly Typeface[]>;
  /** Saves a file on the reader's device. */
  readonly saveFile: (name: string, file: Blob) => void;
  /** Saves rows as a CSV file. */
  readonly saveTable: (name: string, rows: readonly (readonly (string | number | null)[])[]) => Promise<void>;
}

const EnvironmentContext = createContext<MembershipEnvironment | undefined>(undefined);

/** Surrounds every page of the membership. It needs the host's `QueryClientProvider` around it. */
export function MembershipProvider({ children, ...environment }: MembershipEnvironment & { children: ReactNode }) {
  return (
    // Another user starts with new components: no state of the previous user's page remains.
    <EnvironmentContext key={environment.api.userId} value={environment}>
      {children}
    </EnvironmentContext>
  );
}

/** @throws outside of a `MembershipProvider`. */
export function useMembership(): MembershipEnvironment & { readonly isSignedIn: boolean } {
  const environment = use(EnvironmentContext);
  if (!environment) throw new Error('There is no MembershipProvider above');
  return { ...environment, isSignedIn: environment.api.userId !== null };
}
