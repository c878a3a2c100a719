/** How long images take, by the clock: several are worked on at once, so that their own durations say nothing of it. */
export interface Pace {
  /** Work begins, or goes on after a pause. */
  readonly start: () => void;
  readonly stop: () => void;
  /** An image was finished. */
  readonly finish: (kind: WorkKind) => void;
  /** @returns undefined until two are finished, and while nothing runs. */
  readonly estimate: (
    remaining: Readonly<Record<WorkKind, number>>,
  ) => { readonly imagesPerMinute: number; readonly remainingMs: number } | undefined;
}

/** `first`: segmented and rendered; `again`: rendered from its matte, which takes much less. */
export type WorkKind = 'first' | 'again';

/** So many of the last are looked at: their median passes over one that took long. */
const windowSize = 5;

/** @param nowMs milliseconds, growing. */
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
