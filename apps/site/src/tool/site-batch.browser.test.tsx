import type { AuthClient, AuthState } from '@isola/auth';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { setOpenedAuth } from '#backend/opened-auth.ts';

import { useMaxBatchItems } from './site-batch.ts';

function Maximum() {
  return <output>{useMaxBatchItems()}</output>;
}

test('useMaxBatchItems returns 50 for visitors and the plan’s limit for members', async () => {
  await render(<Maximum />);
  const maximum = page.getByRole('status');
  await expect.element(maximum).toHaveTextContent('50');

  let state: AuthState = { status: 'signed-out' };
  const listeners = new Set<() => void>();
  const show = (subscription: Extract<AuthState, { status: 'signed-in' }>['subscription']) => {
    state = { status: 'signed-in', subscription } as AuthState;
    for (const listener of listeners) listener();
  };
  setOpenedAuth({
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as AuthClient);
  await expect.element(maximum).toHaveTextContent('50');

  const row = { user_id: 'lin', plan_id: 'studio', status: 'active', end_date: '2030-01-01T00:00:00Z' } as const;
  show({ ...row, plans: { photos_per_batch: 730 } });
  await expect.element(maximum).toHaveTextContent('730');
  show({ ...row, status: 'past_due', plans: { photos_per_batch: 210 } });
  await expect.element(maximum).toHaveTextContent('210');
  show(null);
  await expect.element(maximum).toHaveTextContent('50');
});
