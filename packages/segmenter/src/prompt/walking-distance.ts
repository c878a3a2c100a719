import type { Size } from '../api/size.ts';

/** An image as the planes over which a walk from pixel to pixel is measured. */
export interface Ground extends Size {
  /** Oklab, three numbers per pixel. */
  readonly colours: Float32Array;
  /** The subject's share of each pixel, 0…1. */
  readonly mask: Float32Array;
}

/** Length of a step whose two pixels differ by 1 in colour, and of one whose pixels differ by 1 in the mask. */
const [colourLength, maskLength] = [1, 2];
/** Number of times that all pixels are visited in both directions. A fifth changed no pixel in the images tried. */
const sweeps = 4;

/**
 * Measures how far each pixel is from the nearest start, where crossing an edge of the image or of the mask is long.
 * @param starts indices of pixels.
 * @param stepLength length of a step between equal pixels.
 * @returns a distance for each pixel; `Infinity` without a start.
 * @see Toivanen 1996, "New geodesic distance transforms for gray-scale images"
 */
export function walkingDistance(ground: Ground, starts: Iterable<number>, stepLength: number): Float32Array {
  const { widthPx, heightPx } = ground;
  const distance = new Float32Array(widthPx * heightPx).fill(Infinity);
  for (const start of starts) distance[start] = 0;
  const steps = stepsOf(ground, stepLength);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    for (let y = 0, at = 0; y < heightPx; y += 1) {
      for (let x = 0; x < widthPx; x += 1, at += 1) {
        let least = distance[at] ?? 0;
        if (x > 0) least = Math.min(least, (distance[at - 1] ?? 0) + (steps.right[at - 1] ?? 0));
        if (y > 0) {
          const above = at - widthPx;
          least = Math.min(least, (distance[above] ?? 0) + (steps.down[above] ?? 0));
          if (x > 0) least = Math.min(least, (distance[above - 1] ?? 0) + (steps.downRight[above - 1] ?? 0));
          if (x + 1 < widthPx) least = Math.min(least, (distance[above + 1] ?? 0) + (steps.downLeft[above + 1] ?? 0));
        }
        distance[at] = least;
      }
    }
    for (let y = heightPx - 1, at = distance.length - 1; y >= 0; y -= 1) {
      for (let x = widthPx - 1; x >= 0; x -= 1, at -= 1) {
        let least = distance[at] ?? 0;
        if (x + 1 < widthPx) least = Math.min(least, (distance[at + 1] ?? 0) + (steps.right[at] ?? 0));
        if (y + 1 < heightPx) {
          const below = at + widthPx;
          least = Math.min(least, (distance[below] ?? 0) + (steps.down[at] ?? 0));
          if (x + 1 < widthPx) least = Math.min(least, (distance[below + 1] ?? 0) + (steps.downRight[at] ?? 0));
          if (x > 0) least = Math.min(least, (distance[below - 1] ?? 0) + (steps.downLeft[at] ?? 0));
        }
        distance[at] = least;
      }
    }
  }
  return distance;
}

/** Returns the lengths of the steps from each pixel in four directions. The other four are the same steps reversed. */
function stepsOf({ widthPx, heightPx, colours, mask }: Ground, stepLength: number) {
  const pixels = widthPx * heightPx;
  const between = (one: number, other: number, straight: number): number => {
    const lightness = (colours[one * 3] ?? 0) - (colours[other * 3] ?? 0);
    const green = (colours[one * 3 + 1] ?? 0) - (colours[other * 3 + 1] ?? 0);
    const blue = (colours[one * 3 + 2] ?? 0) - (colours[other * 3 + 2] ?? 0);
    const edge = Math.abs((mask[one] ?? 0) - (mask[other] ?? 0));
    return (
      straight * stepLength + colourLength * Math.sqrt(lightness ** 2 + green ** 2 + blue ** 2) + maskLength * edge
    );
  };
  const [right, down] = [new Float32Array(pixels), new Float32Array(pixels)];
  const [downRight, downLeft] = [new Float32Array(pixels), new Float32Array(pixels)];
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (x + 1 < widthPx) right[at] = between(at, at + 1, 1);
      if (y + 1 === heightPx) continue;
      down[at] = between(at, at + widthPx, 1);
      if (x + 1 < widthPx) downRight[at] = between(at, at + widthPx + 1, Math.SQRT2);
      if (x > 0) downLeft[at] = between(at, at + widthPx - 1, Math.SQRT2);
    }
  }
  return { right, down, downRight, downLeft };
}
