import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { MembershipError } from '../api/membership-error.ts';
import { membershipKey, membershipQueries } from './membership-queries.ts';
import { queryDefaults } from './query-defaults.ts';
import { createFixtureApi } from './testing/fixture-api.ts';

const joining = { outcome: 'qr', content: 'weixin://wxpay/1', checkout: 'checkout-1' } as const;
const apiOf = (userId: string | null) => ({
  ...createFixtureApi({ isSignedIn: true, subscription: {}, joining }),
  userId,
});

/** Runs every query of a user against the cache. */
async function fetchAll(client: QueryClient, userId: string | null) {
  const api = apiOf(userId);
  await api.join({ plan: 'member', currency: 'CNY', key: 'key-1', returnPath: '/membership/manage' });
  const queries = membershipQueries(api);
  const part = { offset: 0, limit: 51 };
  await client.fetchQuery(queries.plans());
  await client.fetchQuery(queries.membership());
  await client.fetchQuery(queries.usage(90));
  await client.fetchQuery(queries.invoices(part));
  await client.fetchQuery(queries.payments({ ...part, statuses: ['succeeded'] }));
  await client.fetchQuery(queries.checkoutStatus('checkout-1'));
}

const cachedKeys = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey);

test('no query of one user shares a cache entry with another user or a visitor', async () => {
  const client = new QueryClient();
  for (const userId of ['lin', 'ada', null]) await fetchAll(client, userId);
  expect(cachedKeys(client)).toHaveLength(3 * 6);
  expect(client.getQueriesData({ queryKey: membershipKey('lin') })).toHaveLength(6);
});

test('removing the key of a user removes all of their queries and no others', async () => {
  const client = new QueryClient();
  for (const userId of ['lin', 'ada']) await fetchAll(client, userId);
  client.removeQueries({ queryKey: membershipKey('lin') });
  const left = cachedKeys(client);
  expect(left).toHaveLength(6);
  for (const key of left) expect(key.slice(0, 2)).toEqual(membershipKey('ada'));
});

test('only a busy server is retried, at growing intervals of at most 30 seconds', () => {
  const { retry, retryDelay } = queryDefaults;
  expect(retry(100, new MembershipError('busy', ''))).toBe(true);
  expect(retry(0, new MembershipError('network', ''))).toBe(false);
  expect(retry(0, new Error('busy'))).toBe(false);
  expect([0, 1, 4, 5, 20].map(retryDelay)).toEqual([1000, 2000, 16_000, 30_000, 30_000]);
});
