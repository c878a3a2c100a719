import type { Browser } from 'playwright';

import { summaryOf } from '../segmenter/statistics.ts';

/** One measure. It returns rows for the terminal and numbers for `--json`. */
export type Measure = (stand: Stand) => Promise<Findings>;

export interface Stand {
  /** Browser without an open page. It is closed afterwards. */
  readonly browser: Browser;
  /** URL of the site, without a trailing slash. */
  readonly url: string;
  readonly runs: number;
  /** Number of times that the memory measure opens a photo, edits it and puts it away. */
  readonly cycles: number;
  readonly say: (line: string) => void;
}

export interface Findings {
  readonly rows: readonly Row[];
  readonly numbers: unknown;
}

export interface Row {
  readonly what: string;
  readonly median: string;
  /** The quartiles. */
  readonly spread: string;
  readonly p95: string;
  readonly most: string;
  readonly n: number;
  /** Target of the claim. Empty when the row only explains another one. */
  readonly target: string;
}

/** Returns a row with `digits` decimals; `unit` may be empty. */
export function rowOf(what: string, values: readonly number[], unit: string, target = '', digits = 1): Row {
  const { median, lowerQuartile, upperQuartile } = summaryOf(values);
  const shown = (value: number) => `${value.toFixed(digits)}${unit && ` ${unit}`}`;
  return {
    what,
    median: shown(median),
    spread: `${lowerQuartile.toFixed(digits)}–${upperQuartile.toFixed(digits)}`,
    p95: shown(percentile(values, 0.95)),
    most: shown(Math.max(...values)),
    n: values.length,
    target,
  };
}

/**
 * Returns the smallest measured value that at least this share of the values does not exceed. @param part above 0, at
 * most 1.
 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
