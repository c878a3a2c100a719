import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';

import { createMembershipApi } from './create-membership-api.ts';

/**
 * Creates the port to a server that answers every request with this status. @param asked gets the URL of each request.
 */
function apiOver(status: number, body: string, asked: URL[] = []) {
  const supabase = createClient('https://backend.example.com', 'key', {
    global: {
      fetch: async (input) => {
        asked.push(new URL(input instanceof Request ? input.url : input));
        return new Response(body, { status });
      },
    },
    auth: { persistSession: false },
  });
  return createMembershipApi(supabase, null);
}

test.each([
  [502, '<html>Bad Gateway</html>', 'busy'],
  [503, '{"message":"Service Unavailable"}', 'busy'],
  [504, '', 'busy'],
  [500, '{"message":"the disk is full"}', 'refused'],
  [520, '', 'network'],
  [401, '{"message":"JWT expired"}', 'signed-out'],
  [401, '{"code":"42501","message":"permission denied for function my_membership"}', 'forbidden'],
  [403, '{"code":"42501","message":"permission denied for schema auth"}', 'forbidden'],
  [403, '{"code":"42501","message":"This account is disabled","hint":"account-disabled"}', 'account-disabled'],
])('an answer with status %i rejects with the matching code', async (status, body, code) => {
  await expect(apiOver(status, body).membership(new AbortController().signal)).rejects.toMatchObject({ code });
});

test.each([
  [502, '<html>Bad Gateway</html>', 'busy'],
  [503, '', 'busy'],
  [504, '<html>Gateway Timeout</html>', 'busy'],
  [502, '{"code":"provider-refused","message":"no"}', 'provider-refused'],
  [500, '<html>Internal Server Error</html>', 'refused'],
  [404, 'Not found', 'missing'],
  [401, '{"code":"session-invalid","message":"no"}', 'signed-out'],
])('a function that answers with status %i and %s rejects with the code %s', async (status, body, code) => {
  const order = { plan: 'member', currency: 'CNY', key: 'key-1', returnPath: '/membership/manage' };
  await expect(apiOver(status, body).join(order)).rejects.toMatchObject({ code });
});

test('the status of a checkout is asked for by its id, which stays when another key continues with it', async () => {
  const asked: URL[] = [];
  const { signal } = new AbortController();
  await expect(apiOver(200, '[{"status":"completed"}]', asked).checkoutStatus('id-1', signal)).resolves.toBe(
    'completed',
  );
  expect(asked.map(({ pathname, searchParams }) => [pathname, searchParams.get('id')])).toEqual([
    ['/rest/v1/checkouts', 'eq.id-1'],
  ]);
  await expect(apiOver(200, '[]').checkoutStatus('id-1', signal)).rejects.toMatchObject({ code: 'missing' });
});
