import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';

import { type AdminBackend, createAdminApi } from './create-admin-api.ts';

test('a granted plan includes its last day', async () => {
  const bodies: string[] = [];
  const client = new PostgrestClient('https://backend.example/rest/v1', {
    fetch: async (_, init) => {
      bodies.push(await new Response(init?.body).text());
      return new Response(null, { status: 204 });
    },
  });
  const backend = { from: client.from.bind(client), rpc: client.rpc.bind(client) } as unknown as AdminBackend;
  await createAdminApi(backend, 'ada').grantPlan('lin', 'studio', '2026-12-31', 'A prize');
  const [body = ''] = bodies;
  const { until } = JSON.parse(body) as { readonly until: string };
  expect(new Date(until) > new Date('2026-12-31T23:59:00Z')).toBe(true);
  expect(new Date(until) < new Date('2027-01-01T00:00:00Z')).toBe(true);
});
