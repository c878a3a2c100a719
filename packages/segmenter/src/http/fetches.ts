/** A request as the performance timeline of its thread lists it. */
export interface Fetch {
  readonly url: string;
  /** Start in ms since 1970, so that it means the same in every thread. */
  readonly startedAtMs: number;
  /** Bytes of header and body transferred over the network; 0 from the browser's cache. */
  readonly transferBytes: number;
  /** Bytes of the body, compressed as it was served. */
  readonly bodyBytes: number;
}

/**
 * Name of the entries that `recordFetches` creates. Pages read them, so the name is part of the package's interface.
 */
const markName = 'isola-segmenter:fetch';

/**
 * Reports past and future requests of this worker, and those that its own workers have reported: a page cannot read the
 * timeline of a worker.
 */
export function reportFetches(report: (fetches: readonly Fetch[]) => void): void {
  const observer = new PerformanceObserver((list) => {
    const fetches = list.getEntries().flatMap(fetchOf);
    if (fetches.length > 0) report(fetches);
  });
  for (const type of ['resource', 'mark']) observer.observe({ type, buffered: true });
}

/** Records a worker's requests in this thread's own timeline, as marks with the `Fetch` as their detail. */
export function recordFetches(fetches: readonly Fetch[]): void {
  for (const detail of fetches) {
    const startTime = Math.max(0, detail.startedAtMs - performance.timeOrigin);
    performance.mark(markName, { startTime, detail });
  }
}

function fetchOf(entry: PerformanceEntry): Fetch[] {
  if (entry instanceof PerformanceResourceTiming) {
    const { name: url, startTime, transferSize: transferBytes, encodedBodySize: bodyBytes } = entry;
    return [{ url, startedAtMs: performance.timeOrigin + startTime, transferBytes, bodyBytes }];
  }
  return entry instanceof PerformanceMark && entry.name === markName ? [entry.detail as Fetch] : [];
}
