import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { MembershipApi } from '../api/membership-api.ts';
import { ManageView } from './manage-view.tsx';
import { MembershipProvider } from './membership-context.tsx';
import { createFixtureApi } from './testing/fixture-api.ts';

test('the next user of a shared cache is shown nothing of the user before', async () => {
  const words = await createI18n('en', ['membership', 'messages'], importWords);
  const queryClient = new QueryClient();
  const pageOf = (api: MembershipApi) => (
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={queryClient}>
        <MembershipProvider
          api={api}
          locale="en"
          checkout={null}
          linkTo={(_, text) => text}
          leaveTo={() => undefined}
          announce={() => undefined}
          loadInvoiceFonts={async () => []}
          saveFile={() => undefined}
          saveTable={async () => undefined}
        >
          <ManageView />
        </MembershipProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
  const lin = { ...createFixtureApi({ isSignedIn: true, subscription: {} }), userId: 'lin' };
  const { rerender } = await render(pageOf(lin));
  await expect.element(page.getByText('Renews on March 2, 2027 for CNY 199.')).toBeVisible();

  // The server has not answered the next user yet.
  await rerender(pageOf({ ...createFixtureApi({ isSignedIn: true, isPending: true }), userId: 'ada' }));
  await expect.element(page.getByText(/Renews on/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('table')).not.toBeInTheDocument();

  await rerender(pageOf(lin));
  await expect.element(page.getByText('Renews on March 2, 2027 for CNY 199.')).toBeVisible();
});
