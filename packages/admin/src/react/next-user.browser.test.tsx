import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createFixtureApi } from './testing/fixture-api.ts';
import { createTestPage } from './testing/test-page.tsx';
import { UsersView } from './users/users-view.tsx';

test('the next administrator of a shared cache is shown nothing of the one before', async () => {
  const pageOf = await createTestPage();
  const { rerender } = await render(
    pageOf(<UsersView />, { api: { ...createFixtureApi({ rows: 10 }), userId: 'anna' } }),
  );
  await expect.element(page.getByText('anna.weber.0@example.com')).toBeVisible();

  // The server has not answered the next administrator yet. Rows of a page before would stay in sight meanwhile.
  const next = { ...createFixtureApi({ rows: 10, isPending: true }), userId: 'ben' };
  await rerender(pageOf(<UsersView />, { api: next }));
  await expect.element(page.getByRole('table')).toBeInTheDocument();
  await expect.element(page.getByText('anna.weber.0@example.com')).not.toBeInTheDocument();
});
