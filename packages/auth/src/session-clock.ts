import type { KeptSession } from './session-store.ts';

/** Every so often the session is looked at. */
export const tickMs = 30_000;

/**
 * How long a session holds, told without asking what date it is: the device's may be wrong by hours. The server says for
 * how long it gives a token (`expires_in`), and the device measures how long ago that was.
 *
 * Two clocks measure, and the one that says more is believed. The monotonic one is not set back by hand or by a time
 * server, but may stand still while the device sleeps; the other one goes on. At worst a token is refreshed too early.
 */
export interface SessionClock {
  /** Milliseconds, negative when it has expired. 0 for a session without a record of when it came. */
  remainingMs(kept: KeptSession): number;
  /** The server has refused its token, whatever the clocks say. */
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

/** The server's time as of now, in milliseconds since 1970, measured when it gave the session. */
export function serverNowMs({ expires_at, expires_in, received_at }: KeptSession): number {
  if (expires_at === undefined || received_at === undefined) return Date.now();
  const givenAtMs = (expires_at - expires_in) * 1000;
  return Date.now() + givenAtMs - received_at;
}

function remainingByRecordMs({ expires_in, received_at }: KeptSession): number {
  if (received_at === undefined) return 0;
  const ageMs = Date.now() - received_at;
  // Clocks of two tabs differ by a little. A larger difference means that the clock was set back: the age is unknown.
  return ageMs < -tickMs ? 0 : expires_in * 1000 - Math.max(0, ageMs);
}
