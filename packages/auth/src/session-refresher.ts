import { requestRefresh } from './auth-requests.ts';
import type { Connection } from './connection.ts';
import { listen, type Page } from './page.ts';
import { createRetryTimer } from './retry-timer.ts';
import { type SessionClock, tickMs } from './session-clock.ts';
import type { KeptSession } from './session-store.ts';

/** A session is refreshed when its remaining time is at most this many ticks. */
const ticksAhead = 3;

export interface SessionRefresherOptions {
  readonly connection: Connection;
  readonly clock: SessionClock;
  readonly page: Page;
  /** Called when the stored session changes, in this tab or another. */
  readonly onChange: (kept: KeptSession | undefined) => void;
  readonly onTick: () => void;
}

/** Keeps the stored session fresh, together with the refreshers of other tabs. */
export interface SessionRefresher {
  /**
   * Starts the ticks and follows other tabs. @returns a promise that resolves once a stored session has been refreshed
   * if it was due, or the refresh has failed for now.
   */
  start(): Promise<void>;
  stop(): void;
  /** Refreshes the session regardless of its clock. Called when the server no longer accepts its token. */
  renew(kept: KeptSession): void;
}

export function createSessionRefresher(options: SessionRefresherOptions): SessionRefresher {
  const { connection, clock, page } = options;
  const { store } = connection;
  const name = `isola-auth:${store.key}`;
  const retry = createRetryTimer(page);

  let seen: string | undefined;
  let running: Promise<void> | undefined;
  let callOffTick: (() => void) | undefined;
  let stop = () => {};
  let channel: BroadcastChannel | undefined;

  /**
   * Reads the stored session and reports a change. Everything that may have changed the storage calls this, because the
   * storage decides who is signed in.
   */
  function look(): KeptSession | undefined {
    const kept = store.read();
    const text = JSON.stringify(kept);
    if (text !== seen) {
      seen = text;
      retry.forgetFailures();
      options.onChange(kept);
    }
    return kept;
  }

  const isDue = (kept: KeptSession) => clock.remainingMs(kept) <= ticksAhead * tickMs;

  /** Refreshes if the session is due and no retry is scheduled. */
  async function check() {
    const kept = look();
    if (kept && isDue(kept) && !retry.isScheduled()) await refresh();
  }

  /**
   * Called when the device woke, the page was shown again, or the network came back. Makes a scheduled retry at once.
   */
  function wake() {
    retry.reset();
    void check();
  }

  function refresh(): Promise<void> {
    running ??= alone(attempt).finally(() => {
      running = undefined;
    });
    return running;
  }

  /**
   * Runs a task in one tab at a time. The lock is held for one request, not for the delay between retries, so that no
   * tab waits for another's delay. Browsers provide no locks to pages without HTTPS. There the server receives a
   * request from each tab and answers all of them with the same session within ten seconds, and `attempt` uses the
   * session that another tab has stored.
   */
  async function alone(task: () => Promise<void>): Promise<void> {
    // Undefined on pages without HTTPS, although the type says otherwise.
    const locks = navigator.locks as LockManager | undefined;
    await (locks ? locks.request(name, task) : task());
  }

  async function attempt() {
    const before = look();
    // The user signed out, or the tab that held the lock before has refreshed the session.
    if (!before || !isDue(before)) return;
    const outcome = await requestRefresh(connection, page, before.refresh_token);
    // Another tab signed out, signed in or refreshed during the request. The response is obsolete.
    if (store.read()?.refresh_token !== before.refresh_token) return void look();
    switch (outcome) {
      case 'unreachable':
        return askAgainIn(retry.delayAfterFailure());
      case 'failed':
        // There is no shorter delay, because the error is not transient. The session is not lost either.
        return askAgainIn(tickMs);
      case 'refused':
        return store.clear();
      default:
        return store.write(outcome);
    }
  }

  function askAgainIn(waitMs: number) {
    if (channel) retry.schedule(() => void check(), waitMs);
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
    // No refresh while a retry is scheduled: the caller then gets the network error at once instead of waiting.
    if (channel && kept && clock.remainingMs(kept) <= 0 && !retry.isScheduled()) await refresh();
  };

  return {
    async start() {
      const ends = [
        listen(page.events, ['visibilitychange', 'pageshow', 'online'], wake),
        listen(page.events, ['storage'], look),
      ];
      const opened = openChannel(name);
      opened?.addEventListener('message', look);
      channel = opened;
      callOffTick = page.schedule(tick, tickMs);
      stop = () => {
        for (const end of ends) end();
        opened?.close();
        channel = undefined;
        callOffTick?.();
        retry.reset();
      };
      // A stored value that is not a session may still contain tokens.
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

/** @returns undefined in a browser that has no channels for a page that may store nothing, such as Firefox. */
function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
