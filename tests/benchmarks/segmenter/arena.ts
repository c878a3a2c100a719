import type { Browser } from 'playwright';

import type { BenchServer } from '../arena/bench-server.ts';
import type { BySide } from '../arena/sides.ts';
import type { MeasureName } from './measures.ts';

/** What every procedure works with. */
export interface Arena {
  readonly browser: Browser;
  readonly server: BenchServer;
  /** Timed runs of each side for each photo. */
  readonly runs: number;
  /** Starts of each side from nothing, where a start is what is measured. */
  readonly starts: number;
  readonly say: (line: string) => void;
}

/** What a procedure found: of each of its measures, one value for each run or start of each side. */
export interface Findings {
  readonly values: Partial<Record<MeasureName, BySide<readonly number[]>>>;
  /** What each side worked with. */
  readonly conditions: BySide<string>;
  readonly photos: readonly string[];
  /** Where photos are compared one by one. */
  readonly each?: readonly PhotoTimes[];
}

/** How long both sides took over a photo. */
export interface PhotoTimes {
  readonly name: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationsMs: BySide<number>;
  /** How often our network saw the photo, and at which size the first time. */
  readonly passes: number;
  readonly networkWidthPx: number;
  readonly networkHeightPx: number;
}
