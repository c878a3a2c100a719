import type { Bounds } from '../geometry/rect.ts';
import { linearOf } from '../color/linear-light.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';
import type { CutoutSource } from '../raster/raster.ts';
import { type ColorStatistics, createStatistics } from './statistics.ts';

/** What of a subject its light needs: its outline, small, and its colours. */
export interface SubjectMap extends SmallMap {
  /** `data` is the subject's share of each pixel, 0…1. */
  readonly colors: ColorStatistics;
  /** The box around the subject in px of the map; undefined where there is none. */
  readonly bounds: Bounds | undefined;
}

/** Along the longer side; a shadow has nothing finer. */
const maxSidePx = 768;
/** Of all pixels so many are asked for their colour. */
const colorStride = 7;

const known = new WeakMap<CutoutSource, SubjectMap>();

/** Reads a cutout once; the same cutout again returns the stored map. */
export async function subjectMapOf(cutout: CutoutSource, yieldToEventLoop: () => Promise<void>): Promise<SubjectMap> {
  const before = known.get(cutout);
  if (before) return before;
  const map = await read(cutout, yieldToEventLoop);
  known.set(cutout, map);
  return map;
}

async function read(cutout: CutoutSource, yieldToEventLoop: () => Promise<void>): Promise<SubjectMap> {
  const scale = Math.min(1, maxSidePx / Math.max(cutout.widthPx, cutout.heightPx));
  const widthPx = Math.max(1, Math.round(cutout.widthPx * scale));
  const heightPx = Math.max(1, Math.round(cutout.heightPx * scale));
  const data = new Float32Array(widthPx * heightPx);
  const counts = new Uint32Array(widthPx * heightPx);
  const columnOf = Uint32Array.from({ length: cutout.widthPx }, (_, x) => Math.floor((x * widthPx) / cutout.widthPx));
  const colors = createStatistics();
  let untilColor = 0;
  for await (const strip of cutout.rows()) {
    for (let row = 0, pixel = 0; row < strip.rowCount; row += 1) {
      const base = Math.floor(((strip.firstRow + row) * heightPx) / cutout.heightPx) * widthPx;
      for (let x = 0; x < cutout.widthPx; x += 1, pixel += 4) {
        const bin = base + (columnOf[x] ?? 0);
        const alpha = strip.data[pixel + 3] ?? 0;
        counts[bin] = (counts[bin] ?? 0) + 1;
        if (alpha === 0) continue;
        data[bin] = (data[bin] ?? 0) + alpha;
        // Soft pixels may still have something of the old background.
        if (alpha < 250 || untilColor-- > 0) continue;
        untilColor = colorStride - 1;
        colors.add(
          linearOf[strip.data[pixel] ?? 0] ?? 0,
          linearOf[strip.data[pixel + 1] ?? 0] ?? 0,
          linearOf[strip.data[pixel + 2] ?? 0] ?? 0,
        );
      }
    }
    await yieldToEventLoop();
  }
  for (let at = 0; at < data.length; at += 1) data[at] = (data[at] ?? 0) / (255 * Math.max(1, counts[at] ?? 1));
  return { widthPx, heightPx, data, colors: colors.finish(), bounds: boundsOf(data, widthPx) };
}

function boundsOf(data: Float32Array, widthPx: number): Bounds | undefined {
  let [left, top, right, bottom] = [widthPx, -1, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    if ((data[at] ?? 0) < 0.5) continue;
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    if (top < 0) top = y;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    bottom = y + 1;
  }
  return top < 0 ? undefined : { left, top, right, bottom };
}
