import type { Kernels } from './kernels.ts';
import type { Command } from './plan.ts';

/** A step takes a fraction of a second; a thread that has not come after this is gone. */
const patienceMs = 20_000;

/** Another thread did not come to where all meet: it is gone, and what it was to do is not done. */
export class LostThreadError extends Error {}

/** What a thread must know of a plan to do its part of it. */
export interface SharedPlan {
  readonly commands: readonly Command[];
  readonly counters: number;
  /** Which of them this one is, from 0 on. */
  readonly thread: number;
  /** Two int32 where the threads meet. */
  readonly barrier: number;
  readonly threads: number;
}

/**
 * Does this thread's part of the commands `from` up to `to`; all threads of the plan call it with the same two.
 * @throws {LostThreadError} when another thread does not come.
 */
export function runCommands(kernels: Kernels, plan: SharedPlan, from: number, to: number): void {
  for (const [index, { kernel, numbers, scratch, scratchBytes }] of plan.commands.slice(from, to).entries()) {
    kernels[kernel](...numbers, plan.counters + (from + index) * 4, scratch + plan.thread * scratchBytes);
    if (kernels.meet(plan.barrier, plan.threads, patienceMs) === 0) {
      throw new LostThreadError('a thread did not come');
    }
  }
}
