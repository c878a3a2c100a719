import type { SmallMap } from '../../resample/interpolate-map.ts';

/**
 * Continues the known values of a map smoothly over the unknown ones: each level of a pyramid takes what it lacks from the next
 * coarser one.
 * @param isKnown 1 where a value is known.
 * @returns the values, where the known ones are unchanged; 0 everywhere when none is known.
 */
export function extended({ widthPx, heightPx, data }: SmallMap, isKnown: Uint8Array): Float32Array {
  const weights = Float32Array.from(isKnown);
  return filled(
    Float32Array.from(data, (value, at) => value * (weights[at] ?? 0)),
    weights,
    widthPx,
    heightPx,
  );
}

/** Fills a level. Values are multiplied by their weights. */
function filled(sums: Float32Array, weights: Float32Array, widthPx: number, heightPx: number): Float32Array {
  const own = sums.map((sum, at) => sum / Math.max(1e-6, weights[at] ?? 0));
  if (widthPx === 1 && heightPx === 1) return own;
  const [halfWidth, halfHeight] = [Math.ceil(widthPx / 2), Math.ceil(heightPx / 2)];
  const halfSums = new Float32Array(halfWidth * halfHeight);
  const halfWeights = new Float32Array(halfWidth * halfHeight);
  for (let at = 0; at < sums.length; at += 1) {
    const x = at % widthPx;
    const half = (((at - x) / widthPx) >> 1) * halfWidth + (x >> 1);
    halfSums[half] = (halfSums[half] ?? 0) + (sums[at] ?? 0);
    halfWeights[half] = (halfWeights[half] ?? 0) + (weights[at] ?? 0);
  }
  for (let at = 0; at < halfSums.length; at += 1) {
    const most = Math.max(1, halfWeights[at] ?? 0);
    halfSums[at] = (halfSums[at] ?? 0) / most;
    halfWeights[at] = (halfWeights[at] ?? 0) / most;
  }
  const coarse = filled(halfSums, halfWeights, halfWidth, halfHeight);
  return own.map((value, at) => {
    const weight = Math.min(1, weights[at] ?? 0);
    if (weight === 1) return value;
    const x = at % widthPx;
    const y = (at - x) / widthPx;
    return value * weight + interpolated(coarse, halfWidth, halfHeight, x / 2 - 0.25, y / 2 - 0.25) * (1 - weight);
  });
}

function interpolated(data: Float32Array, widthPx: number, heightPx: number, x: number, y: number): number {
  const [placeX, placeY] = [Math.min(widthPx - 1, Math.max(0, x)), Math.min(heightPx - 1, Math.max(0, y))];
  const [left, top] = [Math.floor(placeX), Math.floor(placeY)];
  const [right, bottom] = [Math.min(widthPx - 1, left + 1), Math.min(heightPx - 1, top + 1)];
  const at = (column: number, row: number) => data[row * widthPx + column] ?? 0;
  const upper = at(left, top) + (at(right, top) - at(left, top)) * (placeX - left);
  const lower = at(left, bottom) + (at(right, bottom) - at(left, bottom)) * (placeX - left);
  return upper + (lower - upper) * (placeY - top);
}
