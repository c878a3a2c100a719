import type { Kernels } from '../src/engine/kernels.ts';

/**
 * Tasks for the threads of `threads.node.test.ts`. All threads run a task at the same time on one memory, each with its own
 * instance of the kernels.
 */
export const threadTasks = {
  /**
   * Repeats a step with many short parts. Each thread writes its parts into its own area.
   * @returns the total number of parts that this thread did.
   */
  takeParts(kernels: Kernels, { buffer }: WebAssembly.Memory, thread: number, threads: number): number {
    const to = resultOf(thread);
    const result = new Float32Array(buffer, to, parts * channels);
    let done = 0;
    for (let step = 0; step < steps; step += 1) {
      result.fill(0);
      kernels.awaitBarrier(places.barrier, threads, 20_000);
      kernels.maxPool(places.from, 2 * parts, 1, channels, to, places.counters + step * 4);
      for (let part = 0; part < parts; part += 1) done += result[part * channels] === 0 ? 0 : 1;
    }
    return done;
  },

  /** Crosses a barrier repeatedly. @returns how often this thread passed it before all others had reached it. */
  crossBarrierOften(kernels: Kernels, { buffer }: WebAssembly.Memory, thread: number, threads: number): number {
    const reached = new Int32Array(buffer, places.from, threads);
    let early = 0;
    for (let step = 1; step <= crossings; step += 1) {
      Atomics.store(reached, thread, step);
      kernels.awaitBarrier(places.barrier, threads, 20_000);
      if (reached.some((_, other) => Atomics.load(reached, other) < step)) early += 1;
    }
    return early;
  },
};

export type ThreadTask = keyof typeof threadTasks;

/** Number of rows of the result. Each row is a part. */
export const parts = 20_000;
/** Number of steps, large enough for threads to interleave even on few cores. */
export const steps = 100;
export const channels = 4;

/** Returns the address of the area that `takeParts` writes on this thread. */
export function resultOf(thread: number): number {
  return places.to + thread * parts * channels * 4;
}

export const crossings = 3_000;

/** Addresses far above the memory that the kernels use themselves. */
export const places = { barrier: 65_536, counters: 65_600, from: 1 << 20, to: 8 << 20, end: 16 << 20 };
