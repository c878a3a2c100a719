/** Gate that runs a few tasks at a time, lets some wait, and refuses the others. */
export interface Gate {
  /** Runs a task. @returns its result, or null without running it when too many tasks wait already. */
  readonly pass: <T>(run: () => Promise<T>) => Promise<T | null>;
}

export function createGate(concurrency: number, queueLength: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    pass: async (run) => {
      if (running >= concurrency) {
        if (waiting.length >= queueLength) return null;
        // A finished task hands its place to the next one, so `running` does not change.
        await new Promise<void>((enter) => waiting.push(enter));
      } else running += 1;
      try {
        return await run();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
