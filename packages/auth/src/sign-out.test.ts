import { expect, test, vi } from 'vitest';

import { writeAdminSession } from './admin-session.ts';
import type { ServerSignOut } from './auth-client.ts';
import { member, type Mishap, refusal } from './testing/auth-server.ts';
import { until } from './testing/open-tab.ts';
import { pass, statusOf, type Tab, turnDate, setUpSessions } from './testing/set-up-sessions.ts';

const sessionKey = 'sb-127-auth-token';

const sessions = setUpSessions();

const logouts = () => sessions.server.askedFor('POST /auth/v1/logout');

test('a sign-out clears local state, ends the server’s sessions, calls onSignedOut, and reloads 500 ms later', async () => {
  const steps: string[] = [];
  const tab = await sessions.openSignedIn({
    onSignedOut: (server) => steps.push(`confirmed: ${server}`),
    reload: () => steps.push('reloaded'),
  });
  sessions.server.fail('/auth/v1/logout', 'hold');
  const done = tab.client.signOut();
  expect(statusOf(tab)).toBe('signed-out');
  expect(tab.storage.getItem(sessionKey)).toBeNull();
  await until(() => logouts().length === 1);
  expect(logouts()).toMatchObject([{ path: 'POST /auth/v1/logout?scope=global', authorization: 'Bearer access-1' }]);
  expect(steps).toEqual([]);
  sessions.server.release();
  await done;
  expect(steps).toEqual(['confirmed: done']);
  await vi.advanceTimersByTimeAsync(499);
  expect(steps).toEqual(['confirmed: done']);
  await vi.advanceTimersByTimeAsync(1);
  expect(steps).toEqual(['confirmed: done', 'reloaded']);
});

test('signing out of an expired session clears it without a request to the server', async () => {
  const onSignedOut = vi.fn<(server: ServerSignOut) => void>();
  const tab = await sessions.openSignedIn({ onSignedOut });
  turnDate(3_600_000);
  await tab.client.signOut();
  expect(statusOf(tab)).toBe('signed-out');
  expect(logouts()).toEqual([]);
  expect(onSignedOut.mock.calls).toEqual([['not-needed']]);
});

test('signing out without a session calls onSignedOut too', async () => {
  const onSignedOut = vi.fn<(server: ServerSignOut) => void>();
  const tab = await sessions.openStarted({ onSignedOut });
  await tab.client.signOut();
  expect(logouts()).toEqual([]);
  expect(onSignedOut.mock.calls).toEqual([['not-needed']]);
});

test.each<{ mishap: Mishap; told: ServerSignOut }>([
  { mishap: refusal(403, 'session_not_found', 'Session does not exist'), told: 'done' },
  { mishap: refusal(401, 'bad_jwt', 'invalid JWT'), told: 'done' },
  { mishap: { status: 500 }, told: 'failed' },
  { mishap: 'drop', told: 'failed' },
])('a sign-out answered by the server with $mishap clears local state and reports $told', async ({ mishap, told }) => {
  const onSignedOut = vi.fn<(server: ServerSignOut) => void>();
  const tab = await sessions.openSignedIn({ onSignedOut });
  sessions.server.fail('/auth/v1/logout', mishap);
  await tab.client.signOut();
  expect(statusOf(tab)).toBe('signed-out');
  expect(onSignedOut.mock.calls).toEqual([[told]]);
});

test('a sign-out waits eight seconds at most for the server', async () => {
  const onSignedOut = vi.fn<(server: ServerSignOut) => void>();
  const tab = await sessions.openSignedIn({ onSignedOut });
  sessions.server.fail('/auth/v1/logout', 'hold');
  const done = tab.client.signOut();
  await until(() => logouts().length === 1);
  await vi.advanceTimersByTimeAsync(8_000);
  await done;
  expect(onSignedOut.mock.calls).toEqual([['failed']]);
});

test.each<[how: string, end: (tab: Tab) => Promise<unknown>]>([
  ['a sign-out', (tab) => tab.client.signOut()],
  ['a deleted account', (tab) => tab.client.deleteAccount({ currentPassword: member.password })],
  [
    'a refresh that yields no session',
    async () => {
      sessions.server.revokeAll();
      await pass(3_540_000);
    },
  ],
])('%s clears all local auth state, including the admin session and the verifier', async (_how, end) => {
  const tab = await sessions.openSignedIn();
  await tab.client.sendMagicLink(member);
  writeAdminSession(tab.storage, {
    admin: { role: 'super_admin', permissions: [] },
    expires_at: Date.now() + 86_400_000,
  });
  const keys = ['admin_session', sessionKey, `${sessionKey}-verifier`];
  expect(keys.filter((key) => tab.storage.getItem(key) !== null)).toEqual(keys);
  await end(tab);
  await until(() => statusOf(tab) === 'signed-out');
  expect(keys.filter((key) => tab.storage.getItem(key) !== null)).toEqual([]);
});
