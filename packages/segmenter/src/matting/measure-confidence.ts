import type { Confidence } from '../api/segmentation.ts';
import type { Size } from '../api/size.ts';

/** Of the mask, along a side of the map's pieces. */
const piecePx = 16;

/** Below this share a pixel counts as background. */
const minShare = 0.02;

/** @param mask 0…1, normalised; see `normaliseMatte`. */
export function measureConfidence(mask: Float32Array, { heightPx, widthPx }: Size): Confidence {
  const mapWidthPx = Math.ceil(widthPx / piecePx);
  const mapHeightPx = Math.ceil(heightPx / piecePx);
  const sums = new Float32Array(mapWidthPx * mapHeightPx);
  const counts = new Float32Array(mapWidthPx * mapHeightPx);
  let sureness = 0;
  let pixels = 0;
  for (let index = 0; index < mask.length; index += 1) {
    const share = mask[index] ?? 0;
    // A pixel of one half is anybody's; one of 0 or 1 is sure.
    const sure = Math.abs(2 * share - 1);
    const row = Math.floor(index / widthPx / piecePx);
    const piece = row * mapWidthPx + Math.floor((index % widthPx) / piecePx);
    sums[piece] = (sums[piece] ?? 0) + sure;
    counts[piece] = (counts[piece] ?? 0) + 1;
    if (share < minShare) continue;
    sureness += sure;
    pixels += 1;
  }
  return {
    value: pixels === 0 ? 0 : sureness / pixels,
    map: Uint8ClampedArray.from(sums, (sum, piece) => (255 * sum) / (counts[piece] ?? 1)),
    mapWidthPx,
    mapHeightPx,
  };
}

/**
 * Measures how opaque a mask is where it is not background: the mean of its values, weighted by themselves. Noise moves it
 * far less than the confidence, because no threshold decides which pixels count.
 * @param mask 0…1, normalised; see `normaliseMatte`.
 * @returns 1 where all that is subject is so entirely; 0 of an empty mask.
 */
export function measureSolidity(mask: Float32Array): number {
  let [sum, squares] = [0, 0];
  for (const share of mask) {
    sum += share;
    squares += share * share;
  }
  return sum === 0 ? 0 : squares / sum;
}
