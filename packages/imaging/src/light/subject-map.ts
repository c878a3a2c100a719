import type { Bounds } from '../geometry/rect.ts';
import { linearOf } from '../color/linear-light.ts';
import type { SubjectShape } from '../outline/subject-shape.ts';
import type { CutoutSource } from '../raster/raster.ts';
import { createGrainHistogram, type GrainHistogram } from './grain.ts';
import { type ColorStatistics, createStatistics } from './statistics.ts';

/** The shape of a subject, with the measurements that light needs. */
export interface SubjectMap extends SubjectShape {
  /** Statistics of the subject's colours. */
  readonly colors: ColorStatistics;
  /** Standard deviation of the subject's noise, in 8-bit sRGB values. */
  readonly grain: number;
  /** Row below the subject's lowest row, in px of the cutout. It is more precise than the box. Undefined without a box. */
  readonly bottomPx: number | undefined;
  /** Row below the lowest pixel of the subject in each column of the map, in px of the cutout; 0 in an empty column. */
  readonly lowestPx: Uint32Array;
}

/** Longer side of the map, in px. Shadows have no finer detail. */
const maxSidePx = 768;
/** Sampling intervals: one in this many pixels for colours, and one in this many rows for noise. */
export const colorStride = 7;
export const grainStride = 4;

const known = new WeakMap<CutoutSource, SubjectMap>();

/** Reads a cutout into a map. The map is stored, so another call with the same cutout reads nothing. */
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
  const noise = createGrainHistogram();
  const coversRow = new Uint8Array(cutout.heightPx);
  const lowestPx = new Uint32Array(widthPx);
  let untilColor = 0;
  for await (const strip of cutout.rows()) {
    for (let row = 0, pixel = 0; row < strip.rowCount; row += 1) {
      const y = strip.firstRow + row;
      const base = Math.floor((y * heightPx) / cutout.heightPx) * widthPx;
      if (y % grainStride === 0) addNoise(noise, strip.data.subarray(pixel, pixel + cutout.widthPx * 4));
      for (let x = 0; x < cutout.widthPx; x += 1, pixel += 4) {
        const bin = base + (columnOf[x] ?? 0);
        const alpha = strip.data[pixel + 3] ?? 0;
        counts[bin] = (counts[bin] ?? 0) + 1;
        if (alpha === 0) continue;
        data[bin] = (data[bin] ?? 0) + alpha;
        if (alpha >= 128) {
          coversRow[y] = 1;
          lowestPx[columnOf[x] ?? 0] = y + 1;
        }
        // Soft pixels are skipped, because they may still contain colours of the old background.
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
  const bounds = boundsOfMap(data, widthPx);
  // A speck below the subject is in no bin of the box. It would move the row if all rows were looked at.
  const end = bounds && Math.min(cutout.heightPx, Math.ceil(((bounds.bottom + 1) * cutout.heightPx) / heightPx));
  return {
    widthPx,
    heightPx,
    data,
    colors: colors.finish(),
    grain: noise.deviation(),
    bounds,
    bottomPx: end === undefined ? undefined : coversRow.lastIndexOf(1, end - 1) + 1,
    lowestPx,
  };
}

/** Adds the opaque pixels of a row to a histogram of noise. @param row RGBA with straight alpha. */
export function addNoise({ add }: GrainHistogram, row: Uint8ClampedArray): void {
  for (let at = 7; at < row.length - 4; at += 4) {
    const isOpaque = (row[at - 4] ?? 0) >= 250 && (row[at] ?? 0) >= 250 && (row[at + 4] ?? 0) >= 250;
    if (isOpaque) add(row[at - 6] ?? 0, row[at - 2] ?? 0, row[at + 2] ?? 0);
  }
}

/** Returns the box of the pixels that the subject covers at least by half. */
export function boundsOfMap(data: Float32Array, widthPx: number): Bounds | undefined {
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
