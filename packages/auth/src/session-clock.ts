import type { KeptSession } from './session-store.ts';

/** Interval between two checks of the session, in milliseconds. */
export const tickMs = 30_000;

/**
 * Measures how long a session remains valid, without relying on the device's date, which may be wrong by hours. The
 * server states for how long a token is valid (`expires_in`); the device measures how long ago it arrived.
 *
 * Two clocks measure the elapsed time, and the larger result counts. The monotonic clock cannot be set back, but may
 * stand still while the device sleeps. The date clock continues during sleep. At worst a token is refreshed too early.
 */
export interface SessionClock {
  /**
   * Returns the remaining time in milliseconds, negative after the expiry. 0 for a session whose arrival was not
   * recorded.
   */
  remainingMs(kept: KeptSession): number;
  /** Marks the session as expired. Called when the server has refused its token. */
  expire(kept: KeptSession): void;
}

export function createSessionClock(): SessionClock {
  let anchor = { token: '', wallMs: 0, monotonicMs: 0, remainingMs: 0 };

  function anchorAt(kept: KeptSession, remainingMs: number) {
    anchor = { token: kept.access_token, wallMs: Date.now(), monotonicMs: performance.now(), remainingMs };
  }

  return {
    remainingMs(kept) {
      if (anchor.token !== kept.access_token) anchorAt(kept, remainingByRecordMs(kept));
      const elapsedMs = Math.max(Date.now() - anchor.wallMs, performance.now() - anchor.monotonicMs);
      return anchor.remainingMs - elapsedMs;
    },
    expire(kept) {
      anchorAt(kept, 0);
    },
  };
}

/**
 * Returns the server's current time in milliseconds since 1970, from the difference between the clocks when the session
 * arrived.
 */
export function serverNowMs({ expires_at, expires_in, received_at }: KeptSession): number {
  if (expires_at === undefined || received_at === undefined) return Date.now();
  const givenAtMs = (expires_at - expires_in) * 1000;
  return Date.now() + givenAtMs - received_at;
}

function remainingByRecordMs({ expires_in, received_at }: KeptSession): number {
  if (received_at === undefined) return 0;
  const ageMs = Date.now() - received_at;
  // The clocks of two tabs may differ slightly. A larger difference means that the date was set back, so the age is
  // unknown.
  return ageMs < -tickMs ? 0 : expires_in * 1000 - Math.max(0, ageMs);
}
