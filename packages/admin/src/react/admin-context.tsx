import type { Locale } from '@isola/i18n';
import { createContext, use, type ComponentType, type ReactNode } from 'react';

import type { AdminApi } from '../api/admin-api.ts';

/** The pages to which the pages of the administration link. */
export type AdminPage = 'users' | 'webhooks' | 'payments' | 'settings';

/** Parameters of the page's URL. */
export type AdminSearch = Readonly<Record<string, string>>;

/** Everything the pages need from the site that shows them. */
export interface AdminEnvironment {
  readonly api: AdminApi;
  readonly locale: Locale;
  /** Whether the page may show what this permission covers. The database checks each call again. */
  readonly may: (permission: string) => boolean;
  readonly isSuperAdmin: boolean;
  /** True when the backend runs for development, where test events can be sent. */
  readonly isDevelopment: boolean;
  readonly search: AdminSearch;
  /** Changes the given parameters of the URL. An undefined or empty value removes its parameter. */
  readonly setSearch: (next: Readonly<Record<string, string | undefined>>) => void;
  /** Renders a link to another page of the administration. */
  readonly linkTo: (page: AdminPage, search: AdminSearch, words: ReactNode) => ReactNode;
  /** Reports whether the administrator must prove their identity again before the database accepts a change. */
  readonly needsProof: () => Promise<boolean>;
  /** Asks for the proof, for example the password, and calls `onProven` once it was given. */
  readonly Proof: ComponentType<{ onProven: () => void }>;
  /** Announces, for example in a toast, that a change was made. */
  readonly announce: (words: string) => void;
}

const EnvironmentContext = createContext<AdminEnvironment | undefined>(undefined);

/** Surrounds every page of the administration. It needs the host's `QueryClientProvider` around it. */
export function AdminProvider({ children, ...environment }: AdminEnvironment & { children: ReactNode }) {
  return (
    // Another user starts with new components: no state of the previous user's page remains.
    <EnvironmentContext key={environment.api.userId} value={environment}>
      {children}
    </EnvironmentContext>
  );
}

/** @throws outside of an `AdminProvider`. */
export function useAdmin(): AdminEnvironment {
  const environment = use(EnvironmentContext);
  if (!environment) throw new Error('There is no AdminProvider above');
  return environment;
}
