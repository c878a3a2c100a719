import type { Locale } from '@isola/i18n';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';

import type { MembershipApi } from '../api/membership-api.ts';
import type { Typeface } from '../invoice/embed-fonts.ts';

/** The pages that the membership leads to. */
export type MembershipPage = 'membership' | 'manage' | 'payments' | 'sign-in' | 'account' | 'single';

/** What a provider wants to be sent with the member. */
export interface PaymentForm {
  readonly method: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What the pages need of the site that shows them. */
export interface MembershipEnvironment {
  readonly api: MembershipApi;
  readonly locale: Locale;
  readonly isSignedIn: boolean;
  /** With what the provider's page sends the member back: `done`, `cancelled`, or null for who comes from elsewhere. */
  readonly checkout: string | null;
  /** A link that looks like a link, or like a button. */
  readonly linkTo: (page: MembershipPage, words: ReactNode, look?: 'link' | 'primary' | 'secondary') => ReactNode;
  /** Leads to another site, where the member pays: by its address, or by posting a form to it. */
  readonly leaveTo: (url: string, form?: PaymentForm) => void;
  /** After the plan has changed. */
  readonly onChanged: () => void;
  /** Says that something was done. */
  readonly announce: (words: string) => void;
  /** The fonts of invoices in the reader's language. */
  readonly loadInvoiceFonts: () => Promise<readonly Typeface[]>;
  /** Saves a file on the reader's device. */
  readonly saveFile: (name: string, file: Blob) => void;
  /** Saves rows as a file for spreadsheets. */
  readonly saveTable: (name: string, rows: readonly (readonly (string | number | null)[])[]) => Promise<void>;
}

const EnvironmentContext = createContext<MembershipEnvironment | undefined>(undefined);

/** Stands above every page of the membership. */
export function MembershipProvider({ children, ...environment }: MembershipEnvironment & { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <EnvironmentContext value={environment}>{children}</EnvironmentContext>
    </QueryClientProvider>
  );
}

export function useMembership(): MembershipEnvironment {
  const environment = use(EnvironmentContext);
  if (!environment) throw new Error('There is no MembershipProvider above');
  return environment;
}
