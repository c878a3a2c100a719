import { expect, test, vi } from 'vitest';

import { type Mishap, refusal } from './testing/auth-server.ts';
import { settled, until } from './testing/open-tab.ts';
import { pass, setUpSessions, statusOf, type Tab, tokenOf, turnDate } from './testing/set-up-sessions.ts';

const minuteMs = 60_000;
const sessionKey = 'sb-127-auth-token';

const sessions = setUpSessions();

test('a session is refreshed at the first tick with at most 90 s left, and the subscription is loaded again', async () => {
  const tab = await sessions.openSignedIn();
  await pass(3600_000 - 120_000);
  expect(sessions.refreshes).toBe(0);
  await pass(30_000);
  expect(sessions.refreshes).toBe(1);
  expect(tokenOf(tab)).toBe('access-2');
  expect(sessions.server.askedFor('GET /rest/v1/user_subscriptions').at(-1)?.authorization).toBe('Bearer access-2');
  await pass(3600_000 - 120_000);
  expect(sessions.refreshes).toBe(1);
  await pass(30_000);
  expect(sessions.refreshes).toBe(2);
});

test('a query sends the refreshed token, and starts no refresh of its own', async () => {
  const tab = await sessions.openSignedIn();
  await pass(59 * minuteMs);
  await tab.supabase.from('user_subscriptions').select();
  expect(sessions.server.asked.at(-1)?.authorization).toBe('Bearer access-2');
  expect(sessions.refreshes).toBe(1);
});

test.each<{ mishap: Mishap }>([
  { mishap: 'drop' },
  { mishap: { status: 502 } },
  { mishap: { status: 503, body: '<h1>Service unavailable</h1>' } },
  { mishap: { status: 504 } },
  { mishap: { status: 200, body: '<h1>Sign in to the hotel</h1>' } },
])('$mishap is retried after 200 ms, then after twice that, and so on', async ({ mishap }) => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/auth/v1/token', mishap, mishap, mishap, mishap);
  await pass(3600_000 - 90_000);
  expect(sessions.refreshes).toBe(1);
  for (const waitMs of [200, 400, 800, 1600]) {
    const before = sessions.refreshes;
    await vi.advanceTimersByTimeAsync(waitMs - 1);
    await settled();
    expect(sessions.refreshes).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(sessions.refreshes).toBe(before + 1);
  }
  expect(tokenOf(tab)).toBe('access-2');
});

test('the delay starts again at 200 ms after a successful refresh', async () => {
  const tab = await sessions.openSignedIn();
  for (const token of ['access-2', 'access-3']) {
    sessions.server.fail('/auth/v1/token', 'drop', 'drop');
    await pass(3600_000 - 90_000);
    for (const waitMs of [200, 400]) {
      await vi.advanceTimersByTimeAsync(waitMs);
      await settled();
    }
    expect(tokenOf(tab)).toBe(token);
    // Moves to the next tick, so that the second series of failures starts like the first.
    await pass(30_000 - 600);
  }
});

test.each([500, 501, 520, 429, 404])(
  '%i is not retried; the session is kept and refreshed at the next tick',
  async (code) => {
    const tab = await sessions.openSignedIn();
    sessions.server.fail('/auth/v1/token', { status: code, body: { message: 'no' } });
    await pass(3600_000 - 90_000);
    expect(sessions.refreshes).toBe(1);
    await vi.advanceTimersByTimeAsync(29_999);
    await settled();
    expect(sessions.refreshes).toBe(1);
    expect(tokenOf(tab)).toBe('access-1');
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(sessions.refreshes).toBe(2);
    expect(tokenOf(tab)).toBe('access-2');
  },
);

test.each([
  refusal(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  refusal(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  refusal(401, 'session_not_found', 'Invalid Refresh Token: Already Used'),
  { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid Refresh Token' } },
  { status: 200, body: { session: null } },
])('$body ends the session: all local auth state is cleared', async (mishap) => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/auth/v1/token', mishap);
  await pass(3600_000 - 90_000);
  expect(tab.client.getSnapshot()).toEqual({ status: 'signed-out' });
  expect(tab.storage.getItem(sessionKey)).toBeNull();
  await pass(5 * minuteMs);
  expect(sessions.refreshes).toBe(1);
});

test('a session survives two hours offline and is refreshed as soon as the network is back', async () => {
  const tab = await sessions.openSignedIn();
  tab.goOffline();
  await pass(120 * minuteMs);
  expect(statusOf(tab)).toBe('signed-in');
  tab.goOnline();
  await until(() => tokenOf(tab) === 'access-2');
  expect(sessions.refreshes).toBe(1);
});

test('a request without a response times out early enough for the server to repeat its answer', async () => {
  const tab = await sessions.openSignedIn();
  sessions.server.fail('/auth/v1/token', 'hold');
  await vi.advanceTimersByTimeAsync(3600_000 - 90_000);
  await until(() => sessions.refreshes === 1);
  await vi.advanceTimersByTimeAsync(8_000);
  await settled();
  await vi.advanceTimersByTimeAsync(200);
  await until(() => tokenOf(tab) === 'access-2');
  expect(sessions.refreshes).toBe(2);
});

test('a tab refreshes when it is shown after the device slept, although no timer fired', async () => {
  const tab = await sessions.openSignedIn();
  tab.sleep();
  turnDate(8 * 60 * minuteMs);
  await pass(minuteMs);
  expect(sessions.refreshes).toBe(0);
  tab.awake();
  await until(() => tokenOf(tab) === 'access-2');
  expect(sessions.refreshes).toBe(1);
});

test.each(['pageshow', 'online', 'visibilitychange'])('%s ends the wait for a retry', async (event) => {
  const tab = await sessions.openSignedIn();
  tab.goOffline();
  await pass(70 * minuteMs);
  tab.goOnline();
  await until(() => tokenOf(tab) === 'access-2');
  sessions.server.fail('/auth/v1/token', ...Array.from({ length: 6 }, () => 'drop' as const));
  await pass(3600_000 - 90_000);
  await vi.advanceTimersByTimeAsync(200 + 400 + 800 + 1600);
  await settled();
  const before = sessions.refreshes;
  tab.hear(event);
  await settled();
  expect(sessions.refreshes).toBe(before + 1);
});

test('a request of a page that woke late waits for the new token', async () => {
  const tab = await sessions.openSignedIn();
  tab.sleep();
  turnDate(2 * 60 * minuteMs);
  await tab.supabase.from('user_subscriptions').select();
  expect(sessions.server.asked.at(-1)?.authorization).toBe('Bearer access-2');
  expect(sessions.refreshes).toBe(1);
});

test.each([-5 * 60 * minuteMs, 5 * 60 * minuteMs])(
  'a device whose date is wrong by %i ms refreshes on time, and queries with the server’s date',
  async (wrongByMs) => {
    sessions.server.skewMs = -wrongByMs;
    const tab = await sessions.openSignedIn();
    await pass(3600_000 - 120_000);
    expect(sessions.refreshes).toBe(0);
    await pass(30_000);
    expect(sessions.refreshes).toBe(1);
    expect(tokenOf(tab)).toBe('access-2');
    const asked = sessions.server.askedFor('GET /rest/v1/user_subscriptions');
    const ends = asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('end_date')).filter(Boolean);
    const askedMs = Date.parse(ends.at(-1)?.replace('gte.', '') ?? '');
    expect(Math.abs(askedMs - (Date.now() - wrongByMs))).toBeLessThanOrEqual(1000);
  },
);

test('setting the date back does not delay the refresh', async () => {
  const tab = await sessions.openSignedIn();
  await pass(30 * minuteMs);
  turnDate(-24 * 60 * minuteMs);
  await pass(30 * minuteMs);
  expect(sessions.refreshes).toBe(1);
  expect(tokenOf(tab)).toBe('access-2');
});

test('a session from before the date was set back is refreshed at once, because its age is unknown', async () => {
  const { storage } = await sessions.openSignedIn();
  turnDate(-24 * 60 * minuteMs);
  const later = await sessions.openStarted({ storage });
  await until(() => tokenOf(later) === 'access-2');
});

test('a token that the database refuses is refreshed, at most once per tick', async () => {
  const tab = await sessions.openSignedIn();
  const refused = { status: 401, body: { code: 'PGRST301', message: 'JWT expired' } };
  sessions.server.fail('/rest/v1/user_subscriptions', refused, refused, refused);
  await pass(3600_000 - 90_000);
  expect(tokenOf(tab)).toBe('access-3');
  await pass(30_000);
  expect(tokenOf(tab)).toBe('access-4');
  await pass(10 * minuteMs);
  expect(sessions.refreshes).toBe(3);
});

test.each<{ what: string; path: string; body: unknown; call: (tab: Tab) => Promise<unknown> }>([
  {
    what: 'the auth service',
    path: '/auth/v1/user',
    body: { code: 'session_not_found', msg: 'Session from session_id claim in JWT does not exist' },
    call: ({ client }) => client.changePassword({ password: 'Battery-Staple-7' }),
  },
  {
    what: 'a function',
    path: '/functions/v1/subscribe',
    body: { code: 'session-invalid', message: 'The access token does not hold: sign in again' },
    call: ({ supabase }) => supabase.functions.invoke('subscribe'),
  },
  {
    what: 'another client',
    path: '/nothing',
    body: undefined,
    call: async ({ client }) => client.reportRefusedToken('access-1'),
  },
])('a session that was ended elsewhere ends here as soon as $what refuses its token', async ({ path, body, call }) => {
  const tab = await sessions.openSignedIn();
  sessions.server.revokeAll();
  sessions.server.fail(path, { status: 401, body });
  await call(tab).catch(() => undefined);
  await until(() => statusOf(tab) === 'signed-out');
  expect(tab.storage.getItem(sessionKey)).toBeNull();
});

test('a refused token that is no longer the session’s changes nothing', async () => {
  const tab = await sessions.openSignedIn();
  tab.client.reportRefusedToken('access-0');
  await settled();
  expect(sessions.refreshes).toBe(0);
});

test('the status is loading for an expired session until the server refuses it', async () => {
  const { storage } = await sessions.openSignedIn();
  turnDate(2 * 60 * minuteMs);
  sessions.server.revokeAll();
  sessions.server.fail('/auth/v1/token', 'hold');
  const later = sessions.open({ storage });
  const seen: string[] = [];
  later.client.subscribe(() => seen.push(statusOf(later)));
  sessions.start(later);
  await until(() => sessions.refreshes === 1);
  expect(statusOf(later)).toBe('loading');
  sessions.server.release();
  await until(() => statusOf(later) === 'signed-out');
  expect(seen).toEqual(['signed-out']);
});

test('an expired session is kept while the server cannot be reached', async () => {
  const { storage } = await sessions.openSignedIn();
  turnDate(2 * 60 * minuteMs);
  const later = sessions.open({ storage });
  later.goOffline();
  sessions.start(later);
  await until(() => statusOf(later) === 'signed-in');
  later.goOnline();
  await until(() => tokenOf(later) === 'access-2');
});

test('a stored value that is not a session counts as none, and is removed', async () => {
  const { storage } = await sessions.openStarted();
  storage.setItem(sessionKey, JSON.stringify({ access_token: 'a', refresh_token: 'b', expires_at: 99_999_999_999 }));
  const tab = await sessions.openStarted({ storage });
  expect(statusOf(tab)).toBe('signed-out');
  expect(storage.getItem(sessionKey)).toBeNull();
});

test('a stopped client sends no more requests', async () => {
  const tab = sessions.open();
  const stops = [tab.client.start(), tab.client.start()];
  await until(() => statusOf(tab) === 'signed-out');
  await tab.client.signIn({ email: 'mia@example.org', password: 'Correct-Horse-7' });
  stops[0]?.();
  stops[0]?.();
  await pass(59 * minuteMs);
  expect(sessions.refreshes).toBe(1);
  stops[1]?.();
  await pass(120 * minuteMs);
  expect(sessions.refreshes).toBe(1);
});
