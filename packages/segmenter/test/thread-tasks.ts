import type { Kernels } from '../src/engine/kernels.ts';

/** What a thread of `threads.node.test.ts` does with its own instance of the kernels; all at once, over one memory. */
export const threadTasks = {
  /**
   * Does its parts of a step with many short ones, again and again, each thread into a place of its own.
   * @returns how many parts it did in all.
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

  /** @returns how often it met the others before all of them had come. */
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

/** Rows of the result, each a part. */
export const parts = 20_000;
/** So many that threads on few cores, too, come between one another. */
export const steps = 100;
export const channels = 4;

/** @returns the address of what `takeParts` writes on this thread. */
export function resultOf(thread: number): number {
  return places.to + thread * parts * channels * 4;
}

export const crossings = 3_000;

/** Addresses, far above what the kernels keep to themselves. */
export const places = { barrier: 65_536, counters: 65_600, from: 1 << 20, to: 8 << 20, end: 16 << 20 };
