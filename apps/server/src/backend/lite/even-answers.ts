import { setTimeout } from 'node:timers/promises';

export type AnswerEvenly = <T>(run: () => Promise<T>) => Promise<T>;

/** The product's. */
export const answerStepMs = 250;

/**
 * Answers at a whole multiple of `stepMs` after the request came. What is done for an address that has an account takes
 * nearly as long as for one that has none; the few milliseconds between them are not seen from outside.
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
