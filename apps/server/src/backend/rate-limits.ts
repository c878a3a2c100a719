import { networkOf } from '../../../../supabase/functions/_shared/ip-address.ts';

/** What may be asked so often: `count` at once, then one by one as the window passes. */
interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const limits = {
  'sign-up': { address: { count: 30, windowMs: hourMs }, email: { count: 5, windowMs: hourMs } },
  'sign-in': { address: { count: 60, windowMs: 5 * minuteMs }, email: { count: 10, windowMs: 5 * minuteMs } },
  /** Recover, one-time password and resend together: what makes this server write to somebody. */
  mail: { address: { count: 30, windowMs: hourMs }, email: { count: 5, windowMs: hourMs } },
  /** A code has six digits and lives an hour: with these, a stranger's guesses hit one in some ten thousand times. */
  verify: { address: { count: 60, windowMs: 5 * minuteMs }, email: { count: 10, windowMs: 10 * minuteMs } },
  refresh: { address: { count: 600, windowMs: 5 * minuteMs }, email: null },
  account: { address: { count: 60, windowMs: hourMs }, email: null },
} as const satisfies Record<string, { readonly address: Limit; readonly email: Limit | null }>;

export type LimitedAction = keyof typeof limits;

/** How many addresses, or e-mails, are remembered for each action; beyond it, who was longest away is forgotten. */
const maxRemembered = 10_000;

export interface RateLimits {
  /** Counts a request. @returns after how many seconds it may be sent again; 0 where it is allowed. */
  readonly count: (action: LimitedAction, address: string | null, email: string | null) => number;
}

/** @param scale every limit is multiplied by it. */
export function createRateLimits(scale: number): RateLimits {
  const counters = Object.entries(limits).map(([action, { address, email }]) => {
    const byEmail = email ? createCounter(email, scale) : () => 0;
    return [action, { byAddress: createCounter(address, scale), byEmail }] as const;
  });
  const byAction = new Map(counters);
  return {
    count: (action, address, email) => {
      const counter = byAction.get(action);
      if (!counter) return 0;
      const waitMs = counter.byAddress(address === null ? '' : networkOf(address));
      // Who is refused already must not use up what belongs to the owner of an e-mail address.
      if (waitMs > 0 || email === null) return Math.ceil(waitMs / 1000);
      return Math.ceil(counter.byEmail(email.trim().toLowerCase()) / 1000);
    },
  };
}

/** A bucket for each key, which fills again evenly. */
function createCounter({ count, windowMs }: Limit, scale: number): (key: string) => number {
  const capacity = Math.max(1, count * scale);
  const refillMs = windowMs / capacity;
  const buckets = new Map<string, { left: number; atMs: number }>();
  return (key) => {
    const nowMs = Date.now();
    const before = buckets.get(key);
    const left = before ? Math.min(capacity, before.left + (nowMs - before.atMs) / refillMs) : capacity;
    const isAllowed = left >= 1;
    buckets.delete(key);
    buckets.set(key, { left: isAllowed ? left - 1 : left, atMs: nowMs });
    const [longestAway] = buckets.keys();
    if (buckets.size > maxRemembered && longestAway !== undefined) buckets.delete(longestAway);
    return isAllowed ? 0 : (1 - left) * refillMs;
  };
}
