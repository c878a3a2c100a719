import type { Kernels } from '../src/engine/kernels.ts';

/** What a thread of `threads.node.test.ts` does with its own instance of the kernels; all at once, over one memory. */
export const errands = {
  /** Takes the parts of one long step together with the others. @returns nothing of interest. */
  takeParts(kernels: Kernels): number {
    kernels.maxPool(places.from, 2 * parts, 1, 4, places.to, places.counter);
    return 0;
  },

  /** @returns how often it met the others before all of them had come. */
  meetOften(kernels: Kernels, { buffer }: WebAssembly.Memory, thread: number, threads: number): number {
    const steps = new Int32Array(buffer, places.from, threads);
    let early = 0;
    for (let step = 1; step <= meetings; step += 1) {
      Atomics.store(steps, thread, step);
      kernels.meet(places.barrier, threads, 20_000);
      if (steps.some((_, other) => Atomics.load(steps, other) < step)) early += 1;
    }
    return early;
  },
};

export type Errand = keyof typeof errands;

/** Rows of the result, each a part. */
export const parts = 60_000;
export const meetings = 3_000;

/** Addresses, far above what the kernels keep to themselves. */
export const places = { counter: 65_536, barrier: 65_600, from: 1 << 20, to: 8 << 20, end: 16 << 20 };
