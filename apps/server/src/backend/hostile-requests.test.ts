/** @module-tag long */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { runHostileRequests } from './testing/hostile/run-hostile-requests.ts';
import { createWorld, type World } from './testing/hostile/world.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

// `npm run soak -- requests` sends many more.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const seed = Number(process.env['HOSTILE_SEED'] ?? 1);

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server.close());

test('every table of the product that can have one has a row with a marker', () => {
  expect([...world.empty]).toEqual([]);
});

describe('a hole that is made on purpose is found', () => {
  const none = { requests: 0, isEveryTarget: false, comparisons: 0, bursts: 0 };
  test.each<[what: string, only: string, make: string, close: string]>([
    [
      'a policy that shows payments to every member',
      'public.payments',
      'create policy hole on public.payments for select to authenticated using (true)',
      'drop policy hole on public.payments',
    ],
    [
      'a privilege to change one’s subscription',
      'public.user_subscriptions',
      `grant update, delete on public.user_subscriptions to authenticated;
       create policy hole on public.user_subscriptions to authenticated using (user_id = auth.uid())`,
      'drop policy hole on public.user_subscriptions; revoke update, delete on public.user_subscriptions from authenticated',
    ],
    [
      'a function that shows addresses to visitors',
      'public.addresses',
      'grant execute on function public.addresses() to anon',
      'revoke execute on function public.addresses() from anon',
    ],
    [
      'a function that takes two seconds',
      'public.take_two_seconds',
      'grant execute on function public.take_two_seconds() to anon',
      'revoke execute on function public.take_two_seconds() from anon',
    ],
    [
      'a function with which members change their account',
      'public.change_account',
      'grant execute on function public.change_account() to authenticated',
      'revoke execute on function public.change_account() from authenticated',
    ],
    [
      'a function that begins a session of somebody else',
      'public.begin_session',
      'grant execute on function public.begin_session() to authenticated',
      'revoke execute on function public.begin_session() from authenticated',
    ],
    [
      'a route that changes rows of nobody',
      'account',
      `create function public.hole() returns trigger language plpgsql as
         'begin update public.webhook_events set error = ''changed''; return null; end';
       create trigger hole after insert on private.mail_links for each statement execute function public.hole()`,
      'drop trigger hole on private.mail_links; drop function public.hole()',
    ],
  ])('%s', async (_, only, make, close) => {
    await world.ask(make);
    try {
      const { problems } = await runHostileRequests({ ...none, world, seed, only, requests: 400 });
      expect(problems).toEqual([expect.stringMatching(/is shown|changed or is gone|it takes/)]);
    } finally {
      await world.ask(close);
    }
  });
});

test('nobody reaches the rows of others, no request takes a second of the database, and none is answered with a 500', async () => {
  const figures = await runHostileRequests({
    world,
    seed,
    requests: 600,
    isEveryTarget: false,
    comparisons: 150,
    bursts: 10,
  });
  expect(figures.problems).toEqual([]);
  expect(figures.answers.get('read')?.get('2xx')).toBeGreaterThan(20);
});
