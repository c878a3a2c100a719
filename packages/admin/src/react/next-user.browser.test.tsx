import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { AdminApi } from '../api/admin-api.ts';
import { AdminProvider } from './admin-context.tsx';
import { createFixtureApi } from './testing/fixture-api.ts';
import { UsersView } from './users/users-view.tsx';

test('the next administrator of a shared cache is shown nothing of the one before', async () => {
  const words = await createI18n('en', ['admin', 'membership'], importWords);
  const queryClient = new QueryClient();
  const pageOf = (api: AdminApi) => (
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <AdminProvider
          api={api}
          locale="en"
          may={() => true}
          isSuperAdmin
          isDevelopment={false}
          search={{}}
          setSearch={() => undefined}
          linkTo={(_page, _search, text) => text}
          needsProof={async () => false}
          Proof={() => null}
          announce={() => undefined}
        >
          <UsersView />
        </AdminProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
  const { rerender } = await render(pageOf({ ...createFixtureApi({ rows: 10 }), userId: 'anna' }));
  await expect.element(page.getByText('anna.weber.0@example.com')).toBeVisible();

  // The server has not answered the next administrator yet. Rows of a page before would stay in sight meanwhile.
  await rerender(pageOf({ ...createFixtureApi({ rows: 10, isPending: true }), userId: 'ben' }));
  await expect.element(page.getByRole('table')).toBeInTheDocument();
  await expect.element(page.getByText('anna.weber.0@example.com')).not.toBeInTheDocument();
});
