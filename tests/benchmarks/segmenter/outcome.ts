import type { BySide, Side } from './sides.ts';

/**
 * How peak memory was told. `renderer-peak-rss`: the system's own account of the process that served the page, over all
 * timed runs. `user-agent-specific`: the browser's answers during one more, untimed run.
 */
export const memoryMethods = ['renderer-peak-rss', 'user-agent-specific'] as const;

export type MemoryMethod = (typeof memoryMethods)[number];

/** One side's numbers for one photo. */
export interface Measures {
  /** From the call to the PNG in a fresh browser context: model and runtime fetched, session created. */
  readonly coldMs: number;
  /** Median of `warmRunsMs`. */
  readonly warmMs: number;
  readonly warmRunsMs: readonly number[];
  /** Fetched by the cold run and its page, the photo aside, uncompressed. */
  readonly fetchedBytes: number;
  /** By the report's `memoryMethod`; null where it could not be had. */
  readonly peakMemoryBytes: number | null;
  /** The longest task of the page's own thread in any run; 0 when none took 50 ms. */
  readonly longestTaskMs: number;
  readonly conditions: Conditions;
  /** 0…1 against the photo's alpha; null where it has none. */
  readonly iou: number | null;
}

/** What a side worked with. */
export interface Conditions {
  readonly threads: number;
  /** Whose thread waits while the network runs. */
  readonly realm: 'worker' | 'page';
  /** Cross-origin isolated: without, there is one thread. */
  readonly isolated: boolean;
  /** `navigator.hardwareConcurrency`. */
  readonly logicalCores: number;
}

export type PhotoOutcome = { readonly file: string } & (
  | {
      readonly outcome: 'done';
      readonly widthPx: number;
      readonly heightPx: number;
      readonly measures: BySide<Measures>;
    }
  | Failure
);

export interface Failure {
  readonly outcome: 'failed';
  /** Null when it was no side's, but the photo's own. */
  readonly side: Side | null;
  readonly detail: string;
}

export type Medians = Pick<Measures, 'coldMs' | 'warmMs' | 'fetchedBytes' | 'longestTaskMs'> & {
  readonly peakMemoryBytes: number | null;
  readonly iou: number | null;
};

/** Ours divided by theirs; below 1 is better for us. Null where theirs is 0 or either is not known. */
export interface Ratios {
  readonly cold: number | null;
  readonly warm: number | null;
  readonly bytes: number | null;
  readonly memory: number | null;
  readonly longestTask: number | null;
}

/** Over several photos, each number's median by itself. */
export function mediansOf(measures: readonly Measures[]): Medians {
  const of = (pick: (each: Measures) => number) => median(measures.map(pick));
  const ofKnown = (pick: (each: Measures) => number | null) => {
    const known = measures.map(pick).filter((value) => value !== null);
    return known.length > 0 ? median(known) : null;
  };
  return {
    coldMs: of((each) => each.coldMs),
    warmMs: of((each) => each.warmMs),
    fetchedBytes: of((each) => each.fetchedBytes),
    longestTaskMs: of((each) => each.longestTaskMs),
    peakMemoryBytes: ofKnown((each) => each.peakMemoryBytes),
    iou: ofKnown((each) => each.iou),
  };
}

export function ratiosOf({ ours, theirs }: BySide<Medians>): Ratios {
  return {
    cold: ratio(ours.coldMs, theirs.coldMs),
    warm: ratio(ours.warmMs, theirs.warmMs),
    bytes: ratio(ours.fetchedBytes, theirs.fetchedBytes),
    memory: ratio(ours.peakMemoryBytes, theirs.peakMemoryBytes),
    longestTask: ratio(ours.longestTaskMs, theirs.longestTaskMs),
  };
}

export function ratio(ours: number | null, theirs: number | null): number | null {
  return ours === null || theirs === null || theirs === 0 ? null : ours / theirs;
}

/** @throws when there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('there is no median of nothing');
  return (lower + upper) / 2;
}
