import { setTimeout } from 'node:timers/promises';

export type AnswerEvenly = <T>(run: () => Promise<T>) => Promise<T>;

/** Step of the product, in milliseconds. */
export const answerStepMs = 250;

/**
 * Creates a function that delays answers to a whole multiple of `stepMs` after the request. The work for an address
 * with an account takes nearly as long as for one without. The delay hides the remaining difference of a few
 * milliseconds.
 */
export function createAnswerEvenly(stepMs: number): AnswerEvenly {
  return async (run) => {
    const startMs = performance.now();
    try {
      return await run();
    } finally {
      const tookMs = performance.now() - startMs;
      await setTimeout(Math.ceil(tookMs / stepMs) * stepMs - tookMs);
    }
  };
}
