/**
 * Estimates the speed of a batch from the intervals between finished images. The duration of a single image would be
 * misleading, because several images are processed at the same time.
 */
export interface Pace {
  /** Starts or resumes the clock. */
  readonly start: () => void;
  /** Stops the clock, so that pauses do not count. */
  readonly stop: () => void;
  /** Records that an image was finished. */
  readonly finish: (kind: WorkKind) => void;
  /** @returns undefined until two images are finished, and while the clock is stopped. */
  readonly estimate: (
    remaining: Readonly<Record<WorkKind, number>>,
  ) => { readonly imagesPerMinute: number; readonly remainingMs: number } | undefined;
}

/**
 * `first`: the image is segmented and rendered. `again`: it is only rendered, from its stored matte, which is much
 * faster.
 */
export type WorkKind = 'first' | 'again';

/** Number of recent intervals. Their median ignores a single image that took long. */
const windowSize = 5;

/** @param nowMs returns a monotonic time, in ms. */
export function createPace(nowMs: () => number = () => performance.now()): Pace {
  const intervalsMs: Record<WorkKind, number[]> = { first: [], again: [] };
  let latest: WorkKind = 'first';
  let finishedCount = 0;
  let lastAtMs: number | undefined;

  return {
    start() {
      lastAtMs ??= nowMs();
    },
    stop() {
      lastAtMs = undefined;
    },
    finish(kind) {
      const atMs = nowMs();
      if (lastAtMs !== undefined) intervalsMs[kind] = [...intervalsMs[kind], atMs - lastAtMs].slice(-windowSize);
      lastAtMs = atMs;
      latest = kind;
      finishedCount += 1;
    },
    estimate(remaining) {
      const currentMs = medianOf(intervalsMs[latest]);
      if (lastAtMs === undefined || finishedCount < 2 || currentMs === undefined) return undefined;
      const remainingMs =
        remaining.first * (medianOf(intervalsMs.first) ?? currentMs) +
        remaining.again * (medianOf(intervalsMs.again) ?? currentMs);
      return { imagesPerMinute: 60_000 / Math.max(1, currentMs), remainingMs };
    },
  };
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
