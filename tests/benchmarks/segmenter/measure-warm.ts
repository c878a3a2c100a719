import type { Run } from '../arena/bench-page/page.ts';
import { openLane } from '../arena/lane.ts';
import type { Photo } from '../arena/photos.ts';
import { bySide, sides } from '../arena/sides.ts';
import type { Arena, Findings } from './arena.ts';
import type { MeasureName } from './measures.ts';
import { takeTurns } from './take-turns.ts';

export interface WarmJob {
  readonly photos: readonly Photo[];
  /** True when the pages get shared memory, and so threads. */
  readonly isolated: boolean;
  /** Value of each measure, read from a run. */
  readonly readings: Partial<Record<MeasureName, (run: Run) => number>>;
}

/** Measures both sides in one browser, with their models loaded. */
export async function measureWarm({ photos, isolated, readings }: WarmJob, arena: Arena): Promise<Findings> {
  const { browser, server, runs, say } = arena;
  const lanes = await Promise.all(sides.map((side) => openLane(browser, server, { side, isolated, watch: true })));
  try {
    const conditions = { ours: '', peer: '' };
    const results = await takeTurns(lanes, photos, runs, (side, photo, run) => {
      const lane = lanes.find((each) => each.side === side);
      conditions[side] = lane?.conditionsOf(run) ?? '';
      say(`${photo.name}  ${side}  ${Math.round(run.durationMs)} ms, network ${Math.round(networkMs(run))} ms`);
    });
    const values = Object.entries(readings).map(([name, read]) => [name, bySide((side) => results[side].map(read))]);
    return { values: Object.fromEntries(values), conditions, photos: photos.map(({ name }) => name) };
  } finally {
    await Promise.allSettled(lanes.map((lane) => lane.close()));
  }
}

/** Returns the wall time of the network's run alone. */
export function networkMs(run: Run): number {
  if (run.networkMs === undefined) throw new Error('the network was not measured');
  return run.networkMs;
}
