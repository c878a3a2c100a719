import type { AuthClientOptions } from '../auth-client.ts';
import { createAuthClient } from '../create-auth-client.ts';
import { createSupabase } from '../create-supabase.ts';
import { browserPage, type Page } from '../page.ts';
import { memoryStorage, type SessionStorage } from '../session-store.ts';

/** Number of requests in flight in all tabs. */
let onTheWay = 0;

/** Opens a simulated browser tab. Its storage may be shared with others; its timers and its network are separate. */
export function openTab(
  url: string,
  { storage = memoryStorage(), ...options }: Omit<AuthClientOptions, 'supabase'> & { storage?: SessionStorage } = {},
) {
  const events = new EventTarget();
  const waiting: (() => void)[] = [];
  let isAsleep = false;
  let isOffline = false;

  const page: Page = {
    events,
    schedule: (task, delayMs) =>
      browserPage.schedule(() => {
        if (isAsleep) waiting.push(task);
        else task();
      }, delayMs),
  };

  const supabase = createSupabase(url, 'sb_publishable_test', {
    storage,
    async fetch(...request) {
      if (isOffline) throw new TypeError('fetch failed');
      onTheWay += 1;
      try {
        const response = await fetch(...request);
        const text = await response.text();
        return new Response(text === '' ? null : text, response);
      } finally {
        onTheWay -= 1;
      }
    },
  });

  const client = createAuthClient({ supabase, page, reload: () => undefined, ...options });
  return {
    client,
    supabase,
    storage,
    /** Stops all timers of the tab from firing. */
    sleep() {
      isAsleep = true;
    },
    /** Fires each timer that was due during the sleep, once, and then dispatches `visibilitychange`. */
    awake() {
      isAsleep = false;
      for (const task of waiting.splice(0)) task();
      events.dispatchEvent(new Event('visibilitychange'));
    },
    goOffline() {
      isOffline = true;
    },
    goOnline() {
      isOffline = false;
      events.dispatchEvent(new Event('online'));
    },
    hear(type: string) {
      events.dispatchEvent(new Event(type));
    },
  };
}

/**
 * Lets sockets, locks and channels proceed, which fake timers do not move, until the condition holds. Fails after five
 * seconds.
 */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = process.hrtime.bigint() + 5_000_000_000n;
  while (!condition()) {
    if (process.hrtime.bigint() > deadline) throw new Error('The expected state was not reached within five seconds.');
    await yieldToEventLoop();
  }
}

/** Lets sockets, locks and channels proceed until no request is in flight and no message is pending. */
export async function settled(): Promise<void> {
  for (let quiet = 0; quiet < 25; quiet += 1) {
    await yieldToEventLoop();
    if (onTheWay > 0) quiet = 0;
  }
}

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
