/** A kernel's call, the same for every thread except for its scratch. After each call all threads wait at a barrier. */
export interface Command<Kernel extends string = string> {
  readonly kernel: Kernel;
  /** All arguments except the last two: the address of the command's counter, and that of the thread's scratch. */
  readonly numbers: readonly number[];
  /** Address of the first thread's scratch. Those of the other threads follow it. */
  readonly scratch: number;
  /** Bytes of scratch for each thread. */
  readonly scratchBytes: number;
}

/** Kernels whose work threads share, and the barrier at which they wait for each other. */
export type SharedKernels<Kernel extends string> = Readonly<
  Record<Kernel | 'awaitBarrier', (...numbers: number[]) => number | void>
>;

/**
 * Error when another thread did not reach the barrier in time: it has ended or hangs, and its part is not done. A
 * thread that does not answer cannot be ended at once and may write to the shared memory later, so this memory must not
 * be used again.
 */
export class LostThreadError extends Error {
  override readonly name = 'LostThreadError';
}

/** The part of a plan that threads need to execute it together. */
export interface SharedPlan<Kernel extends string = string> {
  readonly commands: readonly Command<Kernel>[];
  /** Address of the commands' counters, an int32 each, all 0 at first. */
  readonly counters: number;
  /** Address of the barrier's two int32. */
  readonly barrier: number;
  readonly threads: number;
  /** Longest time that a thread waits for the others at the barrier. */
  readonly timeoutMs: number;
}

/**
 * Does a thread's part of the commands `from` up to `to`. All threads of the plan call it with the same two.
 * @param thread the thread's index, from 0 on.
 * @throws {LostThreadError} when another thread does not reach the barrier in time.
 */
export function runCommands<Kernel extends string>(
  kernels: SharedKernels<Kernel>,
  plan: SharedPlan<Kernel>,
  thread: number,
  from = 0,
  to = plan.commands.length,
): void {
  for (const [index, { kernel, numbers, scratch, scratchBytes }] of plan.commands.slice(from, to).entries()) {
    kernels[kernel](...numbers, plan.counters + (from + index) * 4, scratch + thread * scratchBytes);
    if (kernels.awaitBarrier(plan.barrier, plan.threads, plan.timeoutMs) === 0) {
      throw new LostThreadError(`a thread did not reach the barrier within ${plan.timeoutMs} ms`);
    }
  }
}
