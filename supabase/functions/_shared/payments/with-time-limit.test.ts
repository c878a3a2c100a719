import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { handleCheckout } from '../../checkout/handle.ts';
import { handleDeleteAccount } from '../../delete-account/handle.ts';
import type { FunctionContext } from '../context.ts';
import { contextForTest } from '../context-for-test.ts';
import { ask } from './payments-for-test.ts';
import { wechatSettings } from './wechat-for-test.ts';

const environment: Readonly<Record<string, string>> = wechatSettings('https://wechat.test');

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Results of the database's functions for a member who has three checkouts open at WeChat Pay. */
const results: Readonly<Record<string, unknown>> = {
  billing_of: {
    current: null,
    charged: [],
    checkouts: ['1', '2', '3'].map((id) => ({ id, provider: 'wechat-pay', provider_checkout_id: id })),
    customers: [],
  },
  begin_checkout: {
    outcome: 'open',
    checkout: {
      id: '4',
      plan_id: 'monthly',
      amount_minor: 1_200,
      currency: 'CNY',
      period_months: 1,
      provider: 'wechat-pay',
    },
    email: 'lin@example.com',
    language: null,
    customer_id: null,
  },
  prove_identity: 'confirmed',
  delete_my_account: 'deleted',
};

function contextWith(fetch: FunctionContext['fetch']): FunctionContext {
  const call = (name: string) => Promise.resolve(results[name] ?? null);
  return contextForTest({
    member: () => Promise.resolve('member'),
    environment: (name) => environment[name],
    call,
    callAsMember: call,
    fetch,
  });
}

const closed = () => Promise.resolve(new Response(null, { status: 204 }));

test.each([
  ['a checkout', handleCheckout, { plan: 'monthly', currency: 'CNY', key: crypto.randomUUID(), return_path: '/' }],
  ['the deletion of an account', handleDeleteAccount, {}],
])('the calls of %s to payment providers share 45 seconds', async (_, handle, body) => {
  const asked: string[] = [];
  const context = contextWith((url) => {
    asked.push(new URL(url).pathname);
    vi.advanceTimersByTime(23_000);
    return closed();
  });
  expect(await ask(handle, context, body)).toMatchObject({ status: 503, code: 'provider-unavailable' });
  expect(asked).toEqual([1, 2].map((id) => `/v3/pay/transactions/out-trade-no/${id}/close`));
});

test('a call that runs when the 45 seconds are over is ended', async () => {
  const signals: AbortSignal[] = [];
  const context = contextWith((_, { signal } = {}) => {
    if (!signal) throw new Error('A call has no time limit');
    signals.push(signal);
    if (signals.length === 1) {
      vi.advanceTimersByTime(44_950);
      return closed();
    }
    return new Promise((_answer, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  });
  expect(await ask(handleDeleteAccount, context, {})).toMatchObject({ status: 503, code: 'provider-unavailable' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test('the deletion of an account that takes less time goes through', async () => {
  const context = contextWith(closed);
  expect(await ask(handleDeleteAccount, context, {})).toEqual({ status: 200, outcome: 'deleted' });
});
