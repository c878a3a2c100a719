import { expect, test, vi } from 'vitest';

import { member } from './testing/auth-server.ts';
import { settled, until } from './testing/open-tab.ts';
import { pass, statusOf, type Tab, tokenOf, turnDate, setUpSessions } from './testing/set-up-sessions.ts';

const hourMs = 3_600_000;

const sessions = setUpSessions();

async function openTwo(): Promise<[Tab, Tab]> {
  const one = await sessions.openSignedIn();
  const two = await sessions.openStarted({ storage: one.storage });
  await settled();
  return [one, two];
}

test('a sign-in in one tab signs the others in', async () => {
  const one = await sessions.openStarted();
  const two = await sessions.openStarted({ storage: one.storage });
  await one.client.signIn(member);
  await until(() => statusOf(two) === 'signed-in');
  expect(tokenOf(two)).toBe('access-1');
});

test('one of two tabs refreshes, and both use its session', async () => {
  const [one, two] = await openTwo();
  await pass(hourMs);
  expect(sessions.refreshes).toBe(1);
  expect([tokenOf(one), tokenOf(two)]).toEqual(['access-2', 'access-2']);
});

test('two tabs that wake at the same moment send one request', async () => {
  const [one, two] = await openTwo();
  turnDate(3 * hourMs);
  one.hear('visibilitychange');
  two.hear('visibilitychange');
  await until(() => tokenOf(one) === 'access-2' && tokenOf(two) === 'access-2');
  await settled();
  expect(sessions.refreshes).toBe(1);
});

test('a tab that slept for an hour and a tab that was offline stay signed in with one refresh', async () => {
  const [sleeper, offline] = await openTwo();
  sleeper.sleep();
  offline.goOffline();
  await pass(hourMs);
  expect([statusOf(sleeper), statusOf(offline)]).toEqual(['signed-in', 'signed-in']);
  expect(sessions.refreshes).toBe(0);
  sleeper.awake();
  offline.goOnline();
  await until(() => tokenOf(sleeper) === 'access-2' && tokenOf(offline) === 'access-2');
  await pass(10 * 60_000);
  expect(sessions.refreshes).toBe(1);
});

test('an offline tab uses the session that another tab refreshed', async () => {
  const [one, offline] = await openTwo();
  offline.goOffline();
  await pass(hourMs);
  expect([tokenOf(one), tokenOf(offline)]).toEqual(['access-2', 'access-2']);
});

test('a tab whose request hangs delays the others no longer than the timeout', async () => {
  const [one, two] = await openTwo();
  sessions.server.fail('/auth/v1/token', 'hold');
  await vi.advanceTimersByTimeAsync(hourMs - 90_000);
  await until(() => sessions.refreshes === 1);
  await vi.advanceTimersByTimeAsync(8_000);
  await until(() => tokenOf(one) === 'access-2' && tokenOf(two) === 'access-2');
  expect(sessions.refreshes).toBe(2);
});

test('the tabs agree without locks, as on pages without HTTPS', async () => {
  vi.stubGlobal('navigator', {});
  const [one, two] = await openTwo();
  await pass(hourMs);
  expect(tokenOf(one)).toBe('access-2');
  expect(tokenOf(two)).toBe('access-2');
  sessions.server.revokeAll();
  await pass(hourMs);
  expect([statusOf(one), statusOf(two)]).toEqual(['signed-out', 'signed-out']);
});

test('a sign-out in one tab signs the others out', async () => {
  const [one, two] = await openTwo();
  await one.client.signOut();
  await until(() => statusOf(two) === 'signed-out');
});

test('a refresh that completes after another tab’s sign-out does not sign in again', async () => {
  const [one, two] = await openTwo();
  sessions.server.fail('/auth/v1/token', 'hold');
  await vi.advanceTimersByTimeAsync(hourMs - 90_000);
  await until(() => sessions.refreshes === 1);
  await one.client.signOut();
  sessions.server.release();
  await settled();
  expect([statusOf(one), statusOf(two)]).toEqual(['signed-out', 'signed-out']);
  expect(one.storage.getItem('sb-127-auth-token')).toBeNull();
});

test('changing the profile in one tab while another refreshes does not restore the old token', async () => {
  const [one, two] = await openTwo();
  await pass(hourMs - 90_000 - 20_000);
  sessions.server.fail('/auth/v1/user', 'hold');
  const changed = one.client.updateProfile({ username: 'mia2' });
  await until(() => sessions.server.askedFor('PUT /auth/v1/user').length === 1);
  await vi.advanceTimersByTimeAsync(20_000);
  await until(() => tokenOf(two) === 'access-2');
  sessions.server.release();
  await changed;
  await until(() => nameIn(two) === 'mia2');
  expect([tokenOf(one), tokenOf(two)]).toEqual(['access-2', 'access-2']);
});

function nameIn(tab: Tab): unknown {
  const now = tab.client.getSnapshot();
  return now.status === 'signed-in' ? now.user.user_metadata['username'] : undefined;
}
