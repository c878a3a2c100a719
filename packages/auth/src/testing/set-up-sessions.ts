import { afterEach, beforeEach, vi } from 'vitest';

import type { AuthState } from '../auth-state.ts';
import { type AuthServer, member, startAuthServer } from './auth-server.ts';
import { openTab, settled, until } from './open-tab.ts';

export type Tab = ReturnType<typeof openTab>;

/**
 * Starts a server for each test of a file and opens any number of tabs. The clocks are fake; sockets, locks and
 * channels are real.
 */
export function setUpSessions() {
  let server: AuthServer;
  const ends: (() => void)[] = [];

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
    server = await startAuthServer();
  });

  afterEach(async () => {
    for (const end of ends.splice(0)) end();
    server.release();
    await settled();
    await server.close();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const open = (options?: Parameters<typeof openTab>[1]): Tab => openTab(server.url, options);

  async function openStarted(options?: Parameters<typeof openTab>[1]): Promise<Tab> {
    const tab = open(options);
    start(tab);
    await until(() => tab.client.getSnapshot().status !== 'loading');
    return tab;
  }

  function start(tab: Tab) {
    ends.push(tab.client.start());
  }

  async function openSignedIn(options?: Parameters<typeof openTab>[1]): Promise<Tab> {
    const tab = await openStarted(options);
    await tab.client.signIn(member);
    await until(() => subscriptionOf(tab) !== 'loading');
    return tab;
  }

  return {
    open,
    start,
    openStarted,
    openSignedIn,
    get server() {
      return server;
    },
    /** Number of refresh requests that the server has received. */
    get refreshes() {
      return server.askedFor('POST /auth/v1/token?grant_type=refresh_token').length;
    },
  };
}

/** Advances the clocks in steps of one tick, and waits for the requests of each tick. */
export async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 30_000) {
    await vi.advanceTimersByTimeAsync(Math.min(30_000, ms - passed));
    await settled();
  }
}

/** Changes only the device's date: no timer fires, and the monotonic clock does not move. */
export function turnDate(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs);
}

export const statusOf = (tab: Tab): AuthState['status'] => tab.client.getSnapshot().status;

export function tokenOf(tab: Tab): string | undefined {
  const now = tab.client.getSnapshot();
  return now.status === 'signed-in' ? now.session.access_token : undefined;
}

export function subscriptionOf(tab: Tab) {
  const now = tab.client.getSnapshot();
  return now.status === 'signed-in' ? now.subscription : undefined;
}
