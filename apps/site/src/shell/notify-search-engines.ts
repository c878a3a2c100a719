import { callFunction } from '#backend/call-function.ts';

import { whenIdle } from './when-idle.ts';

const storageKey = 'notified_search_engines';

/** URLs that were sent on one day (UTC). A new day starts an empty list. */
interface Sent {
  readonly day: string;
  readonly addresses: readonly string[];
}

/**
 * Asks the backend to notify search engines about this page, when the browser is idle. Each URL is sent once a day,
 * without query and fragment. Nothing is sent unless the build sets `VITE_NOTIFY_SEARCH_ENGINES=1`.
 */
export function notifySearchEngines(setting: unknown = import.meta.env.VITE_NOTIFY_SEARCH_ENGINES): void {
  if (setting !== '1') return;
  whenIdle(() => {
    const url = location.origin + location.pathname;
    if (!markAsSent(url)) return;
    // The visitor did not ask for this request, so a failure is not shown. The next attempt is a day later.
    callFunction('notify-search-engines', { url }).catch(() => undefined);
  });
}

/** Marks a URL as sent today. @returns false when it was already sent today, or when storage is blocked. */
function markAsSent(address: string): boolean {
  const day = new Date().toISOString().slice(0, 10);
  try {
    const addresses = readSent(day);
    if (addresses.includes(address)) return false;
    const sent: Sent = { day, addresses: [...addresses, address] };
    localStorage.setItem(storageKey, JSON.stringify(sent));
    return true;
  } catch {
    return false;
  }
}

function readSent(today: string): readonly string[] {
  const stored = parse(localStorage.getItem(storageKey) ?? '');
  if (typeof stored !== 'object' || stored === null) return [];
  const { day, addresses } = stored as Partial<Sent>;
  return day === today && Array.isArray(addresses) ? addresses : [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
