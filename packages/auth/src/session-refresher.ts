import { requestRefresh } from './auth-requests.ts';
import type { Connection } from './create-supabase.ts';
import { listen, type Page } from './page.ts';
import { type SessionClock, tickMs } from './session-clock.ts';
import type { KeptSession } from './session-store.ts';

/** A session is refreshed when so many ticks or fewer remain. */
const ticksAhead = 3;
/** The wait before the first retry; doubled before each other one, up to a tick. */
const firstRetryMs = 200;

export interface SessionRefresherOptions {
  readonly connection: Connection;
  readonly clock: SessionClock;
  readonly page: Page;
  /** What is in storage is no longer what it was; here or in another tab, by us or by supabase-js. */
  readonly onChange: (kept: KeptSession | undefined) => void;
  readonly onTick: () => void;
}

/** Keeps the session in storage fresh, together with the refreshers of other tabs. */
export interface SessionRefresher {
  /** @returns resolves once it is known whether an expired session can be had anew, as far as that can be known now. */
  start(): Promise<void>;
  stop(): void;
  /** Refreshes the session whatever its clock says: the server no longer takes it. */
  renew(kept: KeptSession): void;
}

export function createSessionRefresher(options: SessionRefresherOptions): SessionRefresher {
  const { connection, clock, page } = options;
  const { store } = connection;
  const name = `isola-auth:${store.key}`;

  let seen: string | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let callOffTick: (() => void) | undefined;
  let callOffRetry: (() => void) | undefined;
  let stop = () => {};
  let channel: BroadcastChannel | undefined;

  /** Storage says who is signed in; everything that may have changed it ends here. */
  function look(): KeptSession | undefined {
    const kept = store.read();
    const text = JSON.stringify(kept);
    if (text !== seen) {
      seen = text;
      failures = 0;
      options.onChange(kept);
    }
    return kept;
  }

  const isDue = (kept: KeptSession) => clock.remainingMs(kept) <= ticksAhead * tickMs;

  /** Refreshes if it is time and no retry is on its way. */
  async function check() {
    const kept = look();
    if (kept && isDue(kept) && !callOffRetry) await refresh();
  }

  /** The device woke, the page was shown again, or the network came back: a scheduled retry is made at once. */
  function wake() {
    failures = 0;
    callOffRetry?.();
    callOffRetry = undefined;
    void check();
  }

  function refresh(): Promise<void> {
    running ??= alone(attempt).finally(() => {
      running = undefined;
    });
    return running;
  }

  /**
   * One tab at a time. The lock is held for one request, not for the waits between, so that no tab waits for another's
   * back-off. Browsers give no locks to pages without https; the server then sees a request for each tab, answers them
   * alike within ten seconds, and `attempt` believes what another tab has stored.
   */
  async function alone(task: () => Promise<void>): Promise<void> {
    // Lacking there, whatever the type says.
    const locks = navigator.locks as LockManager | undefined;
    await (locks ? locks.request(name, task) : task());
  }

  async function attempt() {
    const before = look();
    // Signed out, or refreshed by the tab that held the lock before.
    if (!before || !isDue(before)) return;
    const outcome = await requestRefresh(connection, page, before.refresh_token);
    // Signed out, in, or refreshed by someone else while the server thought: what it answered is of no use.
    if (store.read()?.refresh_token !== before.refresh_token) return void look();
    switch (outcome) {
      case 'unreachable':
        askAgainIn(Math.min(firstRetryMs * 2 ** failures, tickMs));
        failures += 1;
        return;
      case 'failed':
        // No back-off: it is no passing trouble. The session is not lost either.
        return askAgainIn(tickMs);
      case 'refused':
        return store.clear();
      default:
        // Straight to where supabase-js reads it before each request. Its `setSession` would ask for the user once more,
        // announce a sign-in that is none and, on a device whose date is wrong, refresh a second time.
        return store.write(outcome);
    }
  }

  function askAgainIn(waitMs: number) {
    if (!channel) return;
    callOffRetry = page.schedule(() => {
      callOffRetry = undefined;
      void check();
    }, waitMs);
  }

  function tick() {
    callOffTick = page.schedule(tick, tickMs);
    options.onTick();
    void check();
  }

  store.onChange = () => {
    look();
    channel?.postMessage('changed');
  };

  store.beforeRead = async () => {
    const kept = store.read();
    // Not while a retry is scheduled: the caller then gets the network error at once instead of waiting.
    if (channel && kept && clock.remainingMs(kept) <= 0 && !callOffRetry) await refresh();
  };

  return {
    async start() {
      const ends = [
        listen(page.events, ['visibilitychange', 'pageshow', 'online'], wake),
        listen(page.events, ['storage'], look),
      ];
      const opened = new BroadcastChannel(name);
      opened.addEventListener('message', look);
      channel = opened;
      callOffTick = page.schedule(tick, tickMs);
      stop = () => {
        for (const end of ends) end();
        opened.close();
        channel = undefined;
        callOffTick?.();
        callOffRetry?.();
        callOffRetry = undefined;
        failures = 0;
      };
      // What is there and is no session may hold tokens all the same.
      if (!look()) store.clearRemains();
      await check();
    },
    stop: () => stop(),
    renew(kept) {
      clock.expire(kept);
      void check();
    },
  };
}
