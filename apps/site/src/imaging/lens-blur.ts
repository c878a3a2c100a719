import type { Backdrop } from './backdrop.ts';
import { linearOf } from './linear-light.ts';

/** A copy of a picture small enough to blur, in linear light, with the subject's share taken out. */
export interface BlurSource {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Four values for each pixel: red, green and blue times their weight, and the weight. 0 where all is subject. */
  readonly data: Float32Array;
}

/** At most so many pixels along the longer side: what is finer than this no blur leaves. */
const mostSidePx = 1024;
/** A wider disc is drawn on a smaller copy: its edge is soft enough by then. */
const mostRadiusPx = 16;
/** The disc's radius at full strength, as a share of the longer side. */
const strongestRadius = 0.05;
/** The weakest that is still a blur, on a copy of `mostSidePx`. */
const weakestRadius = 0.002;

/** @param strength 1…100. @returns the blur disc's radius as a share of the picture's longer side. */
export function blurRadius(strength: number): number {
  return weakestRadius + (strongestRadius - weakestRadius) * (strength / 100) ** 2;
}

/** @returns the size at which a picture is blurred with this radius, and the radius there, in px. */
export function blurSize(widthPx: number, heightPx: number, radius: number) {
  const longSidePx = Math.max(widthPx, heightPx);
  const sidePx = Math.min(longSidePx, mostSidePx, mostRadiusPx / radius);
  const scale = sidePx / longSidePx;
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
    radiusPx: radius * sidePx,
  };
}

/** Gathers a full-size picture, row by row, into the small copy that is blurred. */
export function createBlurSource(fullWidthPx: number, fullHeightPx: number, widthPx: number, heightPx: number) {
  const data = new Float32Array(widthPx * heightPx * 4);
  const counts = new Uint32Array(widthPx * heightPx);
  const columnOf = Uint32Array.from({ length: fullWidthPx }, (_, x) => Math.floor((x * widthPx) / fullWidthPx));
  return {
    /**
     * @param pixels the original's row: RGBA, 8-bit sRGB.
     * @param cutout the same row of the cut-out, of which the alpha counts.
     */
    addRow(row: number, pixels: Uint8ClampedArray, cutout: Uint8ClampedArray): void {
      const base = Math.floor((row * heightPx) / fullHeightPx) * widthPx;
      for (let x = 0, pixel = 0; x < fullWidthPx; x += 1, pixel += 4) {
        const bin = base + (columnOf[x] ?? 0);
        counts[bin] = (counts[bin] ?? 0) + 1;
        // Squared: where it is half subject, the original's colour is half the subject's.
        const weight = (1 - (cutout[pixel + 3] ?? 0) / 255) ** 2;
        if (weight === 0) continue;
        const at = bin * 4;
        data[at] = (data[at] ?? 0) + (linearOf[pixels[pixel] ?? 0] ?? 0) * weight;
        data[at + 1] = (data[at + 1] ?? 0) + (linearOf[pixels[pixel + 1] ?? 0] ?? 0) * weight;
        data[at + 2] = (data[at + 2] ?? 0) + (linearOf[pixels[pixel + 2] ?? 0] ?? 0) * weight;
        data[at + 3] = (data[at + 3] ?? 0) + weight;
      }
    },
    finish(): BlurSource {
      for (let at = 0; at < data.length; at += 1) data[at] = (data[at] ?? 0) / Math.max(1, counts[at >> 2] ?? 1);
      return { widthPx, heightPx, data };
    },
  };
}

/**
 * Blurs as a lens does: every point of light becomes an even disc. Only the background's light spreads; where the
 * subject stood, the nearest of it fills in.
 * @param onRow called after each row: throws to stop, or waits.
 * @returns the picture, opaque, ready to lie behind a cut-out of the full size.
 */
export async function lensBlur(
  source: BlurSource,
  radiusPx: number,
  fullWidthPx: number,
  fullHeightPx: number,
  onRow: () => Promise<void> | undefined = () => undefined,
): Promise<Backdrop> {
  const { widthPx, heightPx } = source;
  const sums = runningSums(source);
  const blurred = new Float32Array(widthPx * heightPx * 3);
  const average = averageOf(source);
  const halfWidths = discOf(radiusPx);
  const reach = (halfWidths.length - 1) / 2;
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      let red = 0;
      let green = 0;
      let blue = 0;
      let weight = 0;
      for (let dy = -reach; dy <= reach; dy += 1) {
        const row = y + dy;
        // The picture's edge is no dark frame: what lies beyond it does not count.
        if (row < 0 || row >= heightPx) continue;
        const half = halfWidths[dy + reach] ?? 0;
        const start = (row * (widthPx + 1) + Math.max(0, x - half)) * 4;
        const end = (row * (widthPx + 1) + Math.min(widthPx, x + half + 1)) * 4;
        red += (sums[end] ?? 0) - (sums[start] ?? 0);
        green += (sums[end + 1] ?? 0) - (sums[start + 1] ?? 0);
        blue += (sums[end + 2] ?? 0) - (sums[start + 2] ?? 0);
        weight += (sums[end + 3] ?? 0) - (sums[start + 3] ?? 0);
      }
      const at = (y * widthPx + x) * 3;
      const isKnown = weight > leastWeight;
      blurred[at] = isKnown ? red / weight : average[0];
      blurred[at + 1] = isKnown ? green / weight : average[1];
      blurred[at + 2] = isKnown ? blue / weight : average[2];
    }
    const pause = onRow();
    if (pause) await pause;
  }
  return magnified(blurred, widthPx, heightPx, fullWidthPx, fullHeightPx);
}

/** Less than rounding leaves over. */
const leastWeight = 1e-4;

/** For each row of a disc, how far it reaches to either side of its middle. */
function discOf(radiusPx: number): number[] {
  const reach = Math.floor(radiusPx);
  return Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.floor(Math.sqrt(Math.max(0, radiusPx ** 2 - (index - reach) ** 2))),
  );
}

/** Along each row the sum of all before it; in double precision, for differences are taken. */
function runningSums({ widthPx, heightPx, data }: BlurSource): Float64Array {
  const sums = new Float64Array((widthPx + 1) * heightPx * 4);
  for (let y = 0; y < heightPx; y += 1) {
    const [from, to] = [y * widthPx * 4, y * (widthPx + 1) * 4];
    for (let at = 0; at < widthPx * 4; at += 1) sums[to + at + 4] = (sums[to + at] ?? 0) + (data[from + at] ?? 0);
  }
  return sums;
}

function averageOf({ data }: BlurSource): [number, number, number] {
  const sum = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 1) sum[at & 3] = (sum[at & 3] ?? 0) + (data[at] ?? 0);
  const [red = 0, green = 0, blue = 0, weight = 0] = sum;
  return weight > leastWeight ? [red / weight, green / weight, blue / weight] : [0, 0, 0];
}

/** Between the small picture's pixels it is blended evenly. */
function magnified(
  small: Float32Array,
  widthPx: number,
  heightPx: number,
  fullWidthPx: number,
  fullHeightPx: number,
): Backdrop {
  const columns = Float32Array.from({ length: fullWidthPx }, (_, x) => placeIn(x, fullWidthPx, widthPx));
  return {
    readRow(row, into) {
      const y = placeIn(row, fullHeightPx, heightPx);
      const top = Math.floor(y);
      const down = y - top;
      const [upper, lower] = [top * widthPx * 3, Math.min(heightPx - 1, top + 1) * widthPx * 3];
      for (let x = 0; x < fullWidthPx; x += 1) {
        const column = columns[x] ?? 0;
        const left = Math.floor(column);
        const across = column - left;
        const near = left * 3;
        const far = Math.min(widthPx - 1, left + 1) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const above = blend(small[upper + near + channel] ?? 0, small[upper + far + channel] ?? 0, across);
          const below = blend(small[lower + near + channel] ?? 0, small[lower + far + channel] ?? 0, across);
          into[x * 3 + channel] = blend(above, below, down);
        }
      }
    },
  };
}

function placeIn(full: number, fullSidePx: number, sidePx: number): number {
  return Math.min(sidePx - 1, Math.max(0, ((full + 0.5) * sidePx) / fullSidePx - 0.5));
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
