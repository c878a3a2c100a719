import type { Browser } from 'playwright';

import { summaryOf } from '../segmenter/statistics.ts';

/** One procedure: what it measured, as rows for the eye and as numbers for `--json`. */
export type Measure = (stand: Stand) => Promise<Findings>;

export interface Stand {
  /** With no page open; closed afterwards. */
  readonly browser: Browser;
  /** Of the site, without a slash at its end. */
  readonly url: string;
  readonly runs: number;
  /** How often a photo is opened, worked on and put away, where memory is measured. */
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
  /** As the claim has it; empty where the row only explains another. */
  readonly target: string;
}

/** @returns a row of numbers, `digits` behind the point, or nothing at all of `unit` behind them. */
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

/** The least value that so many are not above: one that was measured. @param part above 0, 1 at most. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
