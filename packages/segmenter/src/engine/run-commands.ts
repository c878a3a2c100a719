import type { Kernels } from './kernels.ts';
import type { Command } from './plan.ts';

/**
 * Another thread did not reach the barrier in time: it has ended or hangs, and its part is not done. A thread that does not
 * answer cannot be ended at once and may write to the shared memory later, so this memory must not be used again.
 */
export class LostThreadError extends Error {
  override readonly name = 'LostThreadError';
}

/** What threads must know of a plan to do it together. */
export interface SharedPlan {
  readonly commands: readonly Command[];
  readonly counters: number;
  /** Address of the barrier's two int32. */
  readonly barrier: number;
  readonly threads: number;
  /** How long a thread waits for the others at the barrier. */
  readonly timeoutMs: number;
}

/**
 * Does a thread's part of the commands `from` up to `to`; all threads of the plan call it with the same two.
 * @param thread which of them, from 0 on.
 * @throws {LostThreadError} when another thread does not reach the barrier in time.
 */
export function runCommands(kernels: Kernels, plan: SharedPlan, thread: number, from: number, to: number): void {
  for (const [index, { kernel, numbers, scratch, scratchBytes }] of plan.commands.slice(from, to).entries()) {
    kernels[kernel](...numbers, plan.counters + (from + index) * 4, scratch + thread * scratchBytes);
    if (kernels.awaitBarrier(plan.barrier, plan.threads, plan.timeoutMs) === 0) {
      throw new LostThreadError(`a thread did not reach the barrier within ${plan.timeoutMs} ms`);
    }
  }
}
