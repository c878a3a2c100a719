import type { Browser } from 'playwright';

import type { BenchServer } from '../arena/bench-server.ts';
import type { BySide } from '../arena/sides.ts';
import type { MeasureName } from './measures.ts';

/** Context of every procedure. */
export interface Arena {
  readonly browser: Browser;
  readonly server: BenchServer;
  /** Number of timed runs per side and photo. */
  readonly runs: number;
  /** Number of starts per side, for measures of a start. */
  readonly starts: number;
  readonly say: (line: string) => void;
}

/** Results of a procedure: for each of its measures, one value per run or start of each side. */
export interface Findings {
  readonly values: Partial<Record<MeasureName, BySide<readonly number[]>>>;
  /** Environment of each side. */
  readonly conditions: BySide<string>;
  readonly photos: readonly string[];
  /** Times of single photos, when photos are compared one by one. */
  readonly each?: readonly PhotoTimes[];
}

/** Times of both sides for one photo. */
export interface PhotoTimes {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationsMs: BySide<number>;
  /** Number of passes of our network. `networkWidthPx` and `networkHeightPx` are its input size in the first pass. */
  readonly passes: number;
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
}
