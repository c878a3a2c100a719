import type { Locale } from '@isola/i18n';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, useState, type ComponentType, type ReactNode } from 'react';

import type { AdminApi } from '../api/admin-api.ts';

/** The pages that lead to each other. */
export type AdminPage = 'users' | 'webhooks' | 'payments' | 'settings';

/** What stands behind `?` in the page's URL. */
export type AdminSearch = Readonly<Record<string, string>>;

/** What the pages need of the site that shows them. */
export interface AdminEnvironment {
  readonly api: AdminApi;
  readonly locale: Locale;
  /** What a page shows; the database decides what it gives. */
  readonly may: (permission: string) => boolean;
  readonly isSuperAdmin: boolean;
  /** Whether the backend runs for development, where test events can be sent. */
  readonly isDevelopment: boolean;
  readonly search: AdminSearch;
  /** Changes some of the URL's parameters; undefined or empty takes one away. */
  readonly setSearch: (next: Readonly<Record<string, string | undefined>>) => void;
  readonly linkTo: (page: AdminPage, search: AdminSearch, words: ReactNode) => ReactNode;
  /** Whether the identity has to be proven again before something can be changed. */
  readonly needsProof: () => Promise<boolean>;
  /** Asks for what proves it. */
  readonly Proof: ComponentType<{ onProven: () => void }>;
  /** Says that something was done. */
  readonly announce: (words: string) => void;
}

const EnvironmentContext = createContext<AdminEnvironment | undefined>(undefined);

/** Stands above every page of the administration. */
export function AdminProvider({ children, ...environment }: AdminEnvironment & { children: ReactNode }) {
  const [queries] = useState(() => new QueryClient());
  return (
    <QueryClientProvider client={queries}>
      <EnvironmentContext value={environment}>{children}</EnvironmentContext>
    </QueryClientProvider>
  );
}

export function useAdmin(): AdminEnvironment {
  const environment = use(EnvironmentContext);
  if (!environment) throw new Error('There is no AdminProvider above');
  return environment;
}
