import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { Button } from '@isola/ui/button';
import { Checkbox } from '@isola/ui/checkbox';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { AdminError } from '../api/admin-error.ts';
import { useAction } from './action-dialog.tsx';
import { AdminProvider, type AdminSearch } from './admin-context.tsx';
import { TextFilter } from './filter-bar.tsx';
import { createFixtureApi } from './testing/fixture-api.ts';

const api = createFixtureApi({ rows: 1 });
const queryClient = new QueryClient();

/** A page of the administration whose URL is a state. */
function Page({ children, onSearch }: { children: ReactNode; onSearch?: (search: AdminSearch) => void }) {
  const [search, setSearch] = useState<AdminSearch>({});
  const change = (next: Readonly<Record<string, string | undefined>>) => {
    const changed = Object.fromEntries(Object.entries({ ...search, ...next }).filter(([, value]) => value));
    setSearch(changed as AdminSearch);
    onSearch?.(changed as AdminSearch);
  };
  return (
    <QueryClientProvider client={queryClient}>
      <AdminProvider
        api={api}
        locale="en"
        may={() => true}
        isSuperAdmin
        isDevelopment={false}
        search={search}
        setSearch={change}
        linkTo={(_page, _search, text) => text}
        needsProof={async () => false}
        Proof={() => null}
        announce={() => undefined}
      >
        {children}
      </AdminProvider>
    </QueryClientProvider>
  );
}

async function show(content: ReactNode) {
  const words = await createI18n('en', ['admin', 'membership', 'common'], importWords);
  return render(<I18nextProvider i18n={words}>{content}</I18nextProvider>);
}

test('a filter keeps its spaces and letters when its own value arrives in the URL', async () => {
  const onSearch = vi.fn<(search: AdminSearch) => void>();
  await show(
    <Page onSearch={onSearch}>
      <TextFilter name="q" label="Search" />
    </Page>,
  );
  const field = page.getByRole('searchbox', { name: 'Search' });
  await userEvent.type(field, 'anna ');
  await vi.waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'anna' }));
  await userEvent.type(field, 'smith');
  await vi.waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'anna smith' }));
  await expect.element(field).toHaveValue('anna smith');
});

test('a submit that is not valid keeps what was changed since the one that failed', async () => {
  const sent: string[][] = [];
  function Opener() {
    const { open, dialog } = useAction();
    const action = {
      title: 'Change permissions',
      text: 'They apply at once.',
      confirm: 'Save',
      done: 'Saved',
      wantsReason: true,
      fields: (
        <Checkbox name="users.write" defaultChecked>
          users.write
        </Checkbox>
      ),
      run: async (form: FormData) => {
        sent.push([...form.keys()]);
        if (sent.length === 1) throw new AdminError('network', '');
      },
    };
    return (
      <>
        <Button onClick={() => open(action)}>Open</Button>
        {dialog}
      </>
    );
  }
  await show(
    <Page>
      <Opener />
    </Page>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  const reason = page.getByLabelText('Reason');
  const save = page.getByRole('button', { name: 'Save' });
  await reason.fill('A test');
  await save.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await page.getByRole('checkbox', { name: 'users.write' }).click();
  await reason.fill('');
  await save.click();
  await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
  await expect.element(reason).toHaveValue('');
  await reason.fill('Another one');
  await save.click();
  await vi.waitFor(() => expect(sent).toEqual([['users.write', 'reason'], ['reason']]));
});
