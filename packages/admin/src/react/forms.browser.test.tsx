import { Button } from '@isola/ui/button';
import { Checkbox } from '@isola/ui/checkbox';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { AdminError } from '../api/admin-error.ts';
import { useAction } from './action-dialog.tsx';
import type { AdminSearch } from './admin-context.tsx';
import { TextFilter } from './filter-bar.tsx';
import { createFixtureApi } from './testing/fixture-api.ts';
import { createTestPage } from './testing/test-page.tsx';

const api = createFixtureApi({ rows: 1 });

test('a filter keeps its spaces and letters when its own value arrives in the URL', { tags: ['long'] }, async () => {
  const onSearch = vi.fn<(search: AdminSearch) => void>();
  const pageOf = await createTestPage();
  /** A list whose URL is a state. */
  function List() {
    const [search, setSearch] = useState<AdminSearch>({});
    return pageOf(<TextFilter name="q" label="Search" />, {
      api,
      search,
      setSearch: ({ q = '' }) => {
        setSearch({ q });
        onSearch({ q });
      },
    });
  }
  await render(<List />);
  const field = page.getByRole('searchbox', { name: 'Search' });
  await userEvent.type(field, 'anna ');
  await vi.waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'anna' }));
  await userEvent.type(field, 'smith');
  await vi.waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'anna smith' }));
  await expect.element(field).toHaveValue('anna smith');
});

test('a submit that is not valid keeps what was changed since the one that failed', { tags: ['long'] }, async () => {
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
  const pageOf = await createTestPage();
  await render(pageOf(<Opener />, { api }));
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
