import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { MembershipError } from '../api/membership-error.ts';
import { MembershipProvider } from './membership-context.tsx';
import { PlansView } from './plans-view.tsx';
import { createFixtureApi } from './testing/fixture-api.ts';

/** Presses Join twice: the first time it fails with this code. @returns the keys of both requests. */
async function joinTwice(code: string): Promise<readonly string[]> {
  const words = await createI18n('en', ['membership', 'messages'], importWords);
  const keys: string[] = [];
  const left: string[] = [];
  const api = createFixtureApi({
    isSignedIn: true,
    subscription: null,
    joining: { outcome: 'redirect', url: 'https://checkout.example.com/c/1' },
    joinFailure: () => (keys.length === 1 ? new MembershipError(code, 'no') : undefined),
    onAct: (_, request) => void keys.push((request as { readonly key: string }).key),
  });
  await render(
    <I18nextProvider i18n={words}>
      <QueryClientProvider client={new QueryClient()}>
        <MembershipProvider
          api={api}
          locale="en"
          checkout={null}
          linkTo={(_, text) => text}
          leaveTo={(url) => void left.push(url)}
          announce={() => undefined}
          loadInvoiceFonts={async () => []}
          saveFile={() => undefined}
          saveTable={async () => undefined}
        >
          <PlansView />
        </MembershipProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  const join = page.getByRole('button', { name: 'Join', exact: true });
  await join.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await join.click();
  await expect.poll(() => left).toHaveLength(1);
  return keys;
}

test.each(['refused', 'internal', 'signed-out'])(
  'after the failure %s, which may have begun a checkout, Join continues with it',
  { tags: ['long'] },
  async (code) => {
    const [first, second] = await joinTwice(code);
    expect(second).toBe(first);
  },
);

test.each(['provider-refused', 'already-requested'])(
  'after the failure %s, Join begins another checkout',
  { tags: ['long'] },
  async (code) => {
    const [first, second] = await joinTwice(code);
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
  },
);
