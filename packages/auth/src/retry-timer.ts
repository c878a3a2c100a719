import type { Page } from './page.ts';
import { tickMs } from './session-clock.ts';

/** Delay before the first retry, in milliseconds. It doubles with each retry, up to one tick. */
const firstRetryMs = 200;

/** Timer of the next retry, whose delay grows with the number of failures. */
export interface RetryTimer {
  readonly isScheduled: () => boolean;
  /** Counts a failure. @returns the delay before the retry that follows it, in milliseconds. */
  delayAfterFailure(): number;
  /** Forgets the failures, so that the next delay is the shortest again. A scheduled retry stays scheduled. */
  forgetFailures(): void;
  schedule(retry: () => void, delayMs: number): void;
  /** Cancels a scheduled retry and forgets the failures. */
  reset(): void;
}

export function createRetryTimer(page: Page): RetryTimer {
  let failures = 0;
  let callOff: (() => void) | undefined;

  return {
    isScheduled: () => callOff !== undefined,
    delayAfterFailure() {
      const delayMs = Math.min(firstRetryMs * 2 ** failures, tickMs);
      failures += 1;
      return delayMs;
    },
    forgetFailures() {
      failures = 0;
    },
    schedule(retry, delayMs) {
      callOff = page.schedule(() => {
        callOff = undefined;
        retry();
      }, delayMs);
    },
    reset() {
      failures = 0;
      callOff?.();
      callOff = undefined;
    },
  };
}
