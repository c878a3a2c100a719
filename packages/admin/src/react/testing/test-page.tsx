import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';

import type { AdminApi } from '../../api/admin-api.ts';
import { AdminProvider, type AdminSearch } from '../admin-context.tsx';

export interface TestPageProps {
  readonly api: AdminApi;
  readonly search?: AdminSearch;
  readonly setSearch?: (next: Readonly<Record<string, string | undefined>>) => void;
}

/**
 * Creates a page of the administration for tests: in English, of a super admin, who needs no further proof. All pages that
 * the returned function renders share one cache.
 */
export async function createTestPage(): Promise<(content: ReactNode, props: TestPageProps) => ReactNode> {
  const words = await createI18n('en', ['admin', 'membership', 'common'], importWords);
  const queryClient = new QueryClient();
  return (content, { api, search = {}, setSearch = () => undefined }) => (
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <AdminProvider
          api={api}
          locale="en"
          may={() => true}
          isSuperAdmin
          isDevelopment={false}
          search={search}
          setSearch={setSearch}
          linkTo={(_page, _search, text) => text}
          needsProof={async () => false}
          Proof={() => null}
          announce={() => undefined}
        >
          {content}
        </AdminProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}
