import type { Ground } from '../prompt/walking-distance.ts';

/** Distance over which values spread where nothing changes, as a share of the grid's longer side. */
const reachShare = 1 / 8;
/** Difference in colour, and in the weights, across which a value spreads as little as over the whole reach. */
const [colourStep, weightStep] = [0.15, 0.3];
const rounds = 3;

/**
 * Spreads values over an image along even colours, so that they stop at its edges.
 * @param ground the image, and the weight of each pixel, 0…1: pixels of weight 0 have no say.
 * @see Gastal & Oliveira 2011, "Domain Transform for Edge-Aware Image and Video Processing"
 */
export function smoothWithin({ widthPx, heightPx, colours, mask }: Ground, values: Float32Array): Float32Array {
  const reachPx = Math.max(widthPx, heightPx) * reachShare;
  const fade = -Math.SQRT2 / reachPx;
  const pixels = widthPx * heightPx;
  const keptBetween = (one: number, other: number) => {
    let change = Math.abs((mask[one] ?? 0) - (mask[other] ?? 0)) / weightStep;
    for (let axis = 0; axis < 3; axis += 1)
      change += Math.abs((colours[one * 3 + axis] ?? 0) - (colours[other * 3 + axis] ?? 0)) / colourStep;
    return Math.exp(fade * (1 + reachPx * change));
  };
  /** Share of a pixel's value that comes from the pixel before it, in its row and in its column. */
  const [across, down] = [new Float32Array(pixels), new Float32Array(pixels)];
  for (let at = 0; at < pixels; at += 1) {
    if (at % widthPx > 0) across[at] = keptBetween(at, at - 1);
    if (at >= widthPx) down[at] = keptBetween(at, at - widthPx);
  }
  const sums = values.map((value, at) => value * (mask[at] ?? 0));
  const weights = mask.slice();
  for (let round = 0; round < rounds; round += 1) {
    for (const plane of [sums, weights]) {
      spread(plane, across, 1);
      spread(plane, down, widthPx);
    }
  }
  return sums.map((sum, at) => sum / ((weights[at] ?? 0) + 1e-4));
}

/** Spreads a plane in both directions along one axis. @param kept 0 at the beginning of each line. */
function spread(plane: Float32Array, kept: Float32Array, step: number): void {
  for (let at = step; at < plane.length; at += 1) {
    const own = plane[at] ?? 0;
    plane[at] = own + (kept[at] ?? 0) * ((plane[at - step] ?? 0) - own);
  }
  for (let at = plane.length - 1 - step; at >= 0; at -= 1) {
    const own = plane[at] ?? 0;
    plane[at] = own + (kept[at + step] ?? 0) * ((plane[at + step] ?? 0) - own);
  }
}
