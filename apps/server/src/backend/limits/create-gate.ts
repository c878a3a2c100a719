/** Runs few at a time, lets some wait, and sends the others away. */
export interface Gate {
  /** @returns null, without running it, when too many wait already. */
  readonly pass: <T>(run: () => Promise<T>) => Promise<T | null>;
}

export function createGate(concurrency: number, queueLength: number): Gate {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    pass: async (run) => {
      if (running >= concurrency) {
        if (waiting.length >= queueLength) return null;
        // A run that ends lets the next one start in its place: `running` stays as it is.
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
