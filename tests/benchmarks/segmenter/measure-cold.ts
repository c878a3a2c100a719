import { openLaneAtWork } from '../arena/lane.ts';
import type { Photo } from '../arena/photos.ts';
import { type BySide, sides } from '../arena/sides.ts';
import type { Arena, Findings } from './arena.ts';

/** Measures cold starts. Each runs in a fresh browser context, like a private window: nothing is cached or compiled. */
export async function measureCold(photo: Photo, { browser, server, starts, say }: Arena): Promise<Findings> {
  const bytes: BySide<number[]> = { ours: [], peer: [] };
  const openToResultMs: BySide<number[]> = { ours: [], peer: [] };
  const conditions = { ours: '', peer: '' };
  for (let start = 0; start < starts; start += 1) {
    for (const side of start % 2 === 0 ? sides : sides.toReversed()) {
      const { lane, run } = await openLaneAtWork(browser, server, { side, isolated: true }, photo);
      bytes[side].push(lane.fetchedBytes());
      openToResultMs[side].push(run.sinceOpenedMs);
      conditions[side] = lane.conditionsOf(run);
      await lane.close();
      say(`${photo.name}  ${side}  first result after ${Math.round(run.sinceOpenedMs)} ms`);
    }
  }
  return { values: { coldBytes: bytes, coldFirstResult: openToResultMs }, conditions, photos: [photo.name] };
}
