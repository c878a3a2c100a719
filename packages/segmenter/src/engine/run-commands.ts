import type { Kernels } from './kernels.ts';
import type { Command } from './plan.ts';

/** Another thread did not come to where all meet: it is gone, and what it was to do is not done. */
export class LostThreadError extends Error {}

/** What threads must know of a plan to do it together. */
export interface SharedPlan {
  readonly commands: readonly Command[];
  readonly counters: number;
  /** Two int32 where the threads meet. */
  readonly barrier: number;
  readonly threads: number;
  /** A thread that has not come after this is gone. */
  readonly patienceMs: number;
}

/**
 * Does a thread's part of the commands `from` up to `to`; all threads of the plan call it with the same two.
 * @param thread which of them, from 0 on.
 * @throws {LostThreadError} when another thread does not come.
 */
export function runCommands(kernels: Kernels, plan: SharedPlan, thread: number, from: number, to: number): void {
  for (const [index, { kernel, numbers, scratch, scratchBytes }] of plan.commands.slice(from, to).entries()) {
    kernels[kernel](...numbers, plan.counters + (from + index) * 4, scratch + thread * scratchBytes);
    if (kernels.meet(plan.barrier, plan.threads, plan.patienceMs) === 0) {
      throw new LostThreadError('a thread did not come');
    }
  }
}
