import { createAddressCounter, scaled } from '@isola/supabase/shared/call-counter';
import type { CreateRateCounter, RateLimit } from '@isola/supabase/shared/rate-counter';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const dayMs = 24 * hourMs;

/** Limits of one client. The network around it has ten times as much. */
const clientLimits = {
  'sign-up': { count: 30, windowMs: hourMs },
  'sign-in': { count: 60, windowMs: 5 * minuteMs },
  /** Recover, one-time password and resend together: what makes this server send a mail. */
  mail: { count: 30, windowMs: hourMs },
  verify: { count: 60, windowMs: 5 * minuteMs },
  refresh: { count: 600, windowMs: 5 * minuteMs },
  account: { count: 60, windowMs: hourMs },
} as const satisfies Record<string, RateLimit>;

/** Limits of one email address, whichever clients send the requests. */
const emailLimits = {
  /** Wrong passwords: 480 guesses a day at most. */
  'sign-in': { count: 20, windowMs: hourMs },
  /** Mails that were sent, for each purpose. Their links are valid for an hour as well: one of them always is. */
  mail: { count: 3, windowMs: hourMs },
  /** Six digits that were typed: in a year of guessing each day, one account in a hundred and forty is met. */
  code: { count: 20, windowMs: dayMs },
} as const satisfies Record<string, RateLimit>;

export type ClientAction = keyof typeof clientLimits;
export type EmailAction = keyof typeof emailLimits;

/** All answer after how many seconds the request may be sent again; 0 where it is allowed. */
export interface RateLimits {
  /** Counts a request. @param address the client's IP address; requests without one are counted as one client's. */
  readonly count: (action: ClientAction, address: string | null) => Promise<number>;
  /**
   * Counts an attempt at an e-mail address.
   * @param within part of the budget's name: the same address has a budget of its own for each.
   */
  readonly countEmail: (action: EmailAction, email: string, within?: string) => Promise<number>;
  readonly clearEmail: (action: EmailAction, email: string, within?: string) => Promise<void>;
}

/** @param scale every limit is multiplied by it. */
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
