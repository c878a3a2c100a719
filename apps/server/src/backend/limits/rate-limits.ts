import { createAddressCounter, scaled } from '@isola/supabase/shared/call-counter';
import type { CreateRateCounter, RateLimit } from '@isola/supabase/shared/rate-counter';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const dayMs = 24 * hourMs;

/** Limits of one client. The network around it has ten times the count. */
const clientLimits = {
  'sign-up': { count: 30, windowMs: hourMs },
  'sign-in': { count: 60, windowMs: 5 * minuteMs },
  /** Requests that send an email: recover, one-time password and resend together. */
  mail: { count: 30, windowMs: hourMs },
  verify: { count: 60, windowMs: 5 * minuteMs },
  refresh: { count: 600, windowMs: 5 * minuteMs },
  /** Requests for the caller's own account. */
  read: { count: 600, windowMs: 5 * minuteMs },
  account: { count: 60, windowMs: hourMs },
} as const satisfies Record<string, RateLimit>;

/** Limits of one email address, whichever clients send the requests. */
const emailLimits = {
  /** Wrong passwords. The limit allows at most 480 guesses a day. */
  'sign-in': { count: 20, windowMs: hourMs },
  /**
   * Emails that were sent, for each purpose. Their links are valid for an hour as well, so at least one of them always
   * is.
   */
  mail: { count: 3, windowMs: hourMs },
  /** Typed codes of six digits. Guessing every day for a year finds the code of one account in a hundred and forty. */
  code: { count: 20, windowMs: dayMs },
} as const satisfies Record<string, RateLimit>;

export type ClientAction = keyof typeof clientLimits;
export type EmailAction = keyof typeof emailLimits;

/** Rate limits. The count functions return the number of seconds to wait, or 0 when the request is allowed. */
export interface RateLimits {
  /**
   * Counts a request.
   * @param address IP address of the client. Requests without one count as requests of one client.
   */
  readonly count: (action: ClientAction, address: string | null) => Promise<number>;
  /**
   * Counts an attempt at an email address.
   * @param within name of a part. Each part of an address has a separate budget.
   */
  readonly countEmail: (action: EmailAction, email: string, within?: string) => Promise<number>;
  readonly clearEmail: (action: EmailAction, email: string, within?: string) => Promise<void>;
}

/** @param scale factor applied to every limit. */
export function createRateLimits(createCounter: CreateRateCounter, scale: number): RateLimits {
  const byClient = new Map(
    Object.entries(clientLimits).map(([action, limit]) => [
      action,
      createAddressCounter(createCounter, action, limit, scale),
    ]),
  );
  const byEmail = new Map(
    Object.entries(emailLimits).map(([action, limit]) => [
      action,
      createCounter(`${action}:email`, scaled(limit, scale)),
    ]),
  );
  const keyOf = (email: string, within: string) => `${within} ${email.trim().toLowerCase()}`;
  return {
    count: (action, address) => counterOf(byClient, action)(address),
    countEmail: (action, email, within = '') => counterOf(byEmail, action).consume(keyOf(email, within)),
    clearEmail: (action, email, within = '') => counterOf(byEmail, action).clear(keyOf(email, within)),
  };
}

function counterOf<Counter>(counters: ReadonlyMap<string, Counter>, action: string): Counter {
  const counter = counters.get(action);
  if (!counter) throw new TypeError(`There is no limit for ${action}`);
  return counter;
}
