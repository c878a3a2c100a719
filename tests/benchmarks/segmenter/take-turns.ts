import type { Photo } from '../arena/photos.ts';
import type { BySide, Side } from '../arena/sides.ts';

/** A side that cuts out photos. */
export interface Runner<Result> {
  readonly side: Side;
  readonly run: (photo: Photo) => Promise<Result>;
}

/**
 * Runs two sides alternately: one works while the other waits, and the order changes from turn to turn. The first run
 * of each side with a photo does not count.
 * @param runs counted runs per photo.
 * @throws an error that names the side that failed.
 */
export async function takeTurns<Result>(
  runners: readonly Runner<Result>[],
  photos: readonly Photo[],
  runs: number,
  onRun: (side: Side, photo: Photo, result: Result) => void,
): Promise<BySide<Result[]>> {
  const results: BySide<Result[]> = { ours: [], peer: [] };
  for (const photo of photos) {
    for (const runner of runners) await runOnce(runner, photo);
    for (let turn = 0; turn < runs; turn += 1) {
      for (const runner of turn % 2 === 0 ? runners : runners.toReversed()) {
        const result = await runOnce(runner, photo);
        onRun(runner.side, photo, result);
        results[runner.side].push(result);
      }
    }
  }
  return results;
}

async function runOnce<Result>({ side, run }: Runner<Result>, photo: Photo): Promise<Result> {
  try {
    return await run(photo);
  } catch (error) {
    throw new Error(`${side}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
