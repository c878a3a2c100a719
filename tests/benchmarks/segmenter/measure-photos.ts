import type { Run } from '../arena/bench-page/page.ts';
import { openLane } from '../arena/lane.ts';
import type { Photo } from '../arena/photos.ts';
import { bySide, type Side, sides } from '../arena/sides.ts';
import type { Arena, Findings, PhotoTimes } from './arena.ts';

/**
 * Measures both sides over many photos in one browser, with their models loaded. Each photo is timed once per side, and
 * the order changes from photo to photo. The first photo is also run once before, which does not count.
 */
export async function measurePhotos(photos: readonly Photo[], { browser, server, say }: Arena): Promise<Findings> {
  const lanes = await Promise.all(sides.map((side) => openLane(browser, server, { side, isolated: true })));
  try {
    const [first] = photos;
    if (first) for (const lane of lanes) await lane.run(first);
    const conditions = { ours: '', peer: '' };
    const each: PhotoTimes[] = [];
    for (const [turn, photo] of photos.entries()) {
      const runs = new Map<Side, Run>();
      for (const lane of turn % 2 === 0 ? lanes : lanes.toReversed()) {
        const run = await lane.run(photo);
        runs.set(lane.side, run);
        conditions[lane.side] = lane.conditionsOf(run);
      }
      const [ours, peer] = [runs.get('ours'), runs.get('peer')];
      if (!ours?.engine || !peer) throw new Error(`${photo.name} was not cut out by both sides`);
      const { passes, networkWidthPx, networkHeightPx } = ours.engine;
      const { widthPx, heightPx } = ours;
      const durationsMs = { ours: ours.durationMs, peer: peer.durationMs };
      each.push({ name: photo.name, widthPx, heightPx, durationsMs, passes, networkWidthPx, networkHeightPx });
      say(`${photo.name}  ours ${Math.round(ours.durationMs)} ms in ${passes}, peer ${Math.round(peer.durationMs)} ms`);
    }
    const values = { everyPhoto: bySide((side) => each.map(({ durationsMs }) => durationsMs[side])) };
    return { values, conditions, photos: photos.map(({ name }) => name), each };
  } finally {
    await Promise.allSettled(lanes.map((lane) => lane.close()));
  }
}
