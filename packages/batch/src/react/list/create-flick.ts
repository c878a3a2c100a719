/** Tells whether the list is scrolled so fast that its pictures cannot be seen. */
export interface Flick {
  /** Reports a scroll event. @param topPx position of the list, in CSS px. */
  readonly scrolledTo: (topPx: number, atMs: number) => void;
  /** @returns resolves at once, or when the list has become slower; also when the signal is aborted. */
  readonly settled: (signal: AbortSignal) => Promise<void>;
}

/** Speed in CSS px per ms from which no pictures are loaded: about two screens in a second. */
const fastPxPerMs = 1.5;
/** Time without fast scrolling after which pictures are loaded. */
const restMs = 120;

export function createFlick(): Flick {
  let last: { readonly topPx: number; readonly atMs: number } | undefined;
  let resting: PromiseWithResolvers<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function rest(): void {
    resting?.resolve();
    resting = undefined;
  }

  return {
    scrolledTo(topPx, atMs) {
      const speed = last && atMs > last.atMs ? Math.abs(topPx - last.topPx) / (atMs - last.atMs) : 0;
      last = { topPx, atMs };
      if (speed < fastPxPerMs) return;
      resting ??= Promise.withResolvers<void>();
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    },
    async settled(signal) {
      if (!resting || signal.aborted) return;
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      await Promise.race([resting.promise, aborted]);
    },
  };
}
