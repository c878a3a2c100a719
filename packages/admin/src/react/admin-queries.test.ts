import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { adminKey, adminQueries } from './admin-queries.ts';
import { createFixtureApi } from './testing/fixture-api.ts';

/** Runs every query of an administrator against the cache. */
async function fetchAll(client: QueryClient, userId: string) {
  const queries = adminQueries({ ...createFixtureApi({ rows: 3 }), userId });
  const list = { filter: {}, pageSize: 50 };
  await client.fetchQuery(queries.dashboard(30));
  await client.fetchQuery(queries.today());
  await client.fetchQuery(queries.users({ ...list, search: '', sort: 'email', descending: false }));
  await client.fetchQuery(queries.user('user-1'));
  await client.fetchQuery(queries.revenue('2026-01-01', '2026-11-23'));
  await client.fetchQuery(queries.payments(list));
  await client.fetchQuery(queries.webhooks(list));
  await client.fetchQuery(queries.webhook('1'));
  await client.fetchQuery(queries.audit(list));
  await client.fetchQuery(queries.admins());
  await client.fetchQuery(queries.health());
  await client.fetchQuery(queries.plans());
  await client.fetchQuery(queries.settings());
  await client.fetchQuery(queries.secondFactor());
}

test('removing the key of an administrator removes all of their queries and no others', async () => {
  const client = new QueryClient();
  for (const userId of ['anna', 'ben']) await fetchAll(client, userId);
  expect(client.getQueryCache().getAll()).toHaveLength(2 * 14);
  client.removeQueries({ queryKey: adminKey('anna') });
  const left = client.getQueryCache().getAll();
  expect(left).toHaveLength(14);
  for (const { queryKey } of left) expect(queryKey.slice(0, 2)).toEqual(adminKey('ben'));
});

test('a page keeps its rows while a filter changes, and shows none of them to the next administrator', async () => {
  const client = new QueryClient();
  const auditOf = (userId: string, action: string) =>
    adminQueries({ ...createFixtureApi({ rows: 3 }), userId }).audit({ filter: { action }, pageSize: 50 });
  const page = new QueryObserver(client, auditOf('anna', 'update'));
  const leave = page.subscribe(() => undefined);
  await client.fetchQuery(auditOf('anna', 'update'));
  page.setOptions(auditOf('anna', 'delete'));
  expect(page.getCurrentResult()).toMatchObject({
    isPlaceholderData: true,
    data: { rows: expect.any(Array) as unknown },
  });
  page.setOptions(auditOf('ben', 'delete'));
  expect(page.getCurrentResult().data).toBeUndefined();
  leave();
});
