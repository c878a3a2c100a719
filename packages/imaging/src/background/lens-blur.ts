import type { Size } from '../geometry/rect.ts';
import type { SmallMap } from '../resample/interpolate-map.ts';

/** A copy of an image that is small enough to blur, in linear light and with the subject's share removed. */
export interface BlurSource extends Size {
  /**
   * Four values for each pixel: red, green and blue times their weight, and the weight itself. All are 0 where a pixel
   * is entirely subject.
   */
  readonly data: Float32Array;
}

/** Longer side of the copy that is blurred, in px. Even the weakest blur leaves no finer detail. */
const maxSidePx = 1024;
/**
 * Largest radius of the disc on the copy, in px. A wider disc is drawn on a smaller copy, because its edge is soft
 * enough.
 */
const maxRadiusPx = 16;
/** Radius of the disc at full strength, as a share of the longer side. */
const strongestRadius = 0.05;
/** Radius of the weakest visible blur on a copy of `maxSidePx`, as a share of the longer side. */
const weakestRadius = 0.002;

/**
 * Returns the radius of the blur disc, as a share of the image's longer side.
 * @param strength 1…100.
 */
export function blurRadius(strength: number): number {
  return weakestRadius + (strongestRadius - weakestRadius) * (strength / 100) ** 2;
}

/**
 * Returns the size at which an image is blurred with this radius, and the radius at that size, in px.
 * @param radius radius of the blur disc, as a share of the image's longer side.
 */
export function blurSize(widthPx: number, heightPx: number, radius: number) {
  const longSidePx = Math.max(widthPx, heightPx);
  const sidePx = Math.min(longSidePx, maxSidePx, maxRadiusPx / radius);
  const scale = sidePx / longSidePx;
  return {
    widthPx: Math.max(1, Math.round(widthPx * scale)),
    heightPx: Math.max(1, Math.round(heightPx * scale)),
    radiusPx: radius * sidePx,
  };
}

/** Collects a full-size image, row by row, into the small copy that is blurred. */
export function createBlurSource(fullWidthPx: number, fullHeightPx: number, widthPx: number, heightPx: number) {
  const data = new Float32Array(widthPx * heightPx * 4);
  const counts = new Uint32Array(widthPx * heightPx);
  const columnOf = Uint32Array.from({ length: fullWidthPx }, (_, x) => Math.floor((x * widthPx) / fullWidthPx));
  return {
    /**
     * Adds a row of the full-size image.
     * @param light the image's row: three values in linear light for each pixel.
     * @param cutout the same row of the cutout as RGBA. Only its alpha is used.
     */
    addRow(row: number, light: Float32Array, cutout: Uint8ClampedArray): void {
      const base = Math.floor((row * heightPx) / fullHeightPx) * widthPx;
      for (let x = 0; x < fullWidthPx; x += 1) {
        const bin = base + (columnOf[x] ?? 0);
        counts[bin] = (counts[bin] ?? 0) + 1;
        // The weight is squared, because the original's colour of a half-covered pixel is already half the subject's.
        const weight = (1 - (cutout[x * 4 + 3] ?? 0) / 255) ** 2;
        if (weight === 0) continue;
        const at = bin * 4;
        data[at] = (data[at] ?? 0) + (light[x * 3] ?? 0) * weight;
        data[at + 1] = (data[at + 1] ?? 0) + (light[x * 3 + 1] ?? 0) * weight;
        data[at + 2] = (data[at + 2] ?? 0) + (light[x * 3 + 2] ?? 0) * weight;
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
 * Blurs as a lens does: every point of light becomes an even disc. Only the background's light spreads. Where the
 * subject was, the background within the disc's reach fills in, or the average background where none is within reach.
 * @param onRow called after each row. It may return a promise that is awaited, and it throws to stop.
 * @returns the blurred image, opaque and at the size of its source: three values in linear light for each pixel.
 */
export async function lensBlur(
  source: BlurSource,
  radiusPx: number,
  onRow: () => Promise<void> | undefined = () => undefined,
): Promise<SmallMap> {
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
        // Pixels beyond the image's edge are left out, so that the edge does not darken.
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
      const isKnown = weight > minWeight;
      blurred[at] = isKnown ? red / weight : average[0];
      blurred[at + 1] = isKnown ? green / weight : average[1];
      blurred[at + 2] = isKnown ? blue / weight : average[2];
    }
    const yieldToEventLoop = onRow();
    if (yieldToEventLoop) await yieldToEventLoop;
  }
  return { widthPx, heightPx, data: blurred };
}

/** Weights below this are rounding errors. */
const minWeight = 1e-4;

/** Returns for each row of a disc the distance that the row reaches to either side of the middle, in px. */
function discOf(radiusPx: number): number[] {
  const reach = Math.floor(radiusPx);
  return Array.from({ length: 2 * reach + 1 }, (_, index) =>
    Math.floor(Math.sqrt(Math.max(0, radiusPx ** 2 - (index - reach) ** 2))),
  );
}

/** Sums the values of each row cumulatively. Double precision is needed because the caller subtracts these sums. */
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
  return weight > minWeight ? [red / weight, green / weight, blue / weight] : [0, 0, 0];
}
