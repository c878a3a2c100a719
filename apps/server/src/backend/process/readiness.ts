import { setTimeout as setTimeoutAsync } from 'node:timers/promises';

/** Time that the database may take to answer the query of the readiness check. */
const checkLimitMs = 3_000;
/** Validity of the result of a readiness check, because probes and pages ask often. */
const checkValidMs = 1_000;

/**
 * State of the backend:
 *
 * - `ready`: the database has answered a query.
 * - `starting`: the database is being opened and migrated.
 * - `unavailable`: the backend could not start or has ended. It is started again.
 * - `database-timeout`, `database-error`: the backend runs, but the query was not answered in time or failed.
 */
export type Readiness = 'ready' | 'starting' | 'unavailable' | 'database-timeout' | 'database-error';

type ThreadState = Extract<Readiness, 'ready' | 'starting' | 'unavailable'>;

export interface ReadinessCheck {
  /** Returns the state of the thread, without a query. */
  readonly state: () => ThreadState;
  readonly setState: (next: ThreadState) => void;
  /** Checks whether the database answers a query. See `Backend.check`. */
  readonly check: (startLimitMs?: number) => Promise<Readiness>;
}

/** @param query asks the thread to query the database. The answer is not ok when the query failed. */
export function createReadinessCheck(query: () => Promise<Response>): ReadinessCheck {
  let state: ThreadState = 'starting';
  let decided = Promise.withResolvers<void>();
  let last: { readonly result: Promise<Readiness>; endedMs: number | null } | null = null;

  /** Runs one query at a time for all callers, because queries would pile up while the database hangs. */
  const queryDatabase = (): Promise<Readiness> => {
    if (last && (last.endedMs === null || performance.now() - last.endedMs < checkValidMs)) return last.result;
    const result = query().then(({ ok }): Readiness => (ok ? 'ready' : state === 'ready' ? 'database-error' : state));
    const asked: typeof last = { result, endedMs: null };
    last = asked;
    void result.finally(() => (asked.endedMs = performance.now()));
    return result;
  };

  return {
    state: () => state,
    setState: (next) => {
      state = next;
      if (next === 'starting') decided = Promise.withResolvers();
      else decided.resolve();
    },
    check: async (startLimitMs = 0) => {
      if (state === 'starting')
        await Promise.race([decided.promise, setTimeoutAsync(startLimitMs, null, { ref: false })]);
      if (state !== 'ready') return state;
      const late = setTimeoutAsync(checkLimitMs, 'database-timeout' as const, { ref: false });
      return Promise.race([queryDatabase(), late]);
    },
  };
}
