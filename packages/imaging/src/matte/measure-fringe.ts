import { readOklab } from '../color/oklab.ts';
import type { Size } from '../geometry/rect.ts';

/** Bounds of half-transparent alpha. Pixels below show too little colour, and pixels above show only the subject's. */
const [minAlpha, maxAlpha] = [26, 229];
const minOpaque = 250;
/** Largest distance from the opaque subject. Farther away, a pixel's true colour is unknown. */
const reachPx = 12;
/**
 * Additional distance into the subject at which its colour is read, because pixels directly at the edge still contain a
 * little background.
 */
const behindPx = 2;
/** Largest number of edge pixels that are sampled. A sample of this size is as good as all pixels. */
const maxPixels = 60_000;
/** Mean deviation in OKLab at which the score is 37 (100/e): a clearly visible fringe. */
const scale = 0.1;

/**
 * Measures how much of the old background's colour is left in the half-transparent pixels. The colour of each one is
 * compared with that of the nearest opaque pixel, in OKLab. The difference is reduced by the difference of two opaque
 * pixels at the same distance from each other nearby, so that a patterned subject is not regarded as a fringe. The rest
 * is averaged with the weight α(1−α), which is the visibility of a fringe, and mapped to `100·e^(−mean/0.1)`.
 *
 * The measure is specific to this package. It needs no ground truth, and therefore has limits: a subject that really
 * has another colour along its edge (fur with light tips, a rim light) scores too low. Scores of two cutouts of the
 * same image with the same matte are comparable; scores of two images are not.
 * @param pixels the cutout: RGBA, 8-bit sRGB, straight alpha.
 * @returns 0…100. It is 100 when there is no fringe or no half-transparent pixel.
 */
export function measureFringe(pixels: Uint8ClampedArray, size: Size): number {
  const { widthPx, heightPx } = size;
  let edgeCount = 0;
  for (let at = 3; at < pixels.length; at += 4) {
    const alpha = pixels[at] ?? 0;
    if (alpha >= minAlpha && alpha <= maxAlpha) edgeCount += 1;
  }
  const stride = Math.max(1, Math.floor(edgeCount / maxPixels));
  const around = ringOffsets();
  const color = new Float32Array(9);
  const [edge, behind, deeper] = [color.subarray(0, 3), color.subarray(3, 6), color.subarray(6, 9)];
  let seen = 0;
  let [sum, weights] = [0, 0];
  for (let y = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1) {
      const at = y * widthPx + x;
      const alpha = pixels[at * 4 + 3] ?? 0;
      if (alpha < minAlpha || alpha > maxAlpha) continue;
      seen += 1;
      if (seen % stride !== 0) continue;
      const away = nearestOpaque(pixels, size, x, y, around);
      if (away < 0) continue;
      const [dx, dy] = [around[away] ?? 0, around[away + 1] ?? 0];
      const distance = Math.hypot(dx, dy);
      const inner = opaqueAlong(pixels, size, x, y, dx / distance, dy / distance, distance + behindPx);
      if (inner < 0) continue;
      const second = opaqueAlong(pixels, size, x, y, dx / distance, dy / distance, 2 * (distance + behindPx));
      readOklab(pixels, at, 1, edge);
      readOklab(pixels, inner, 1, behind);
      const weight = (alpha / 255) * (1 - alpha / 255);
      let excess = differenceOf(edge, behind);
      if (second >= 0) {
        readOklab(pixels, second, 1, deeper);
        excess = Math.max(0, excess - differenceOf(behind, deeper));
      }
      sum += excess * weight;
      weights += weight;
    }
  }
  return weights === 0 ? 100 : 100 * Math.exp(-sum / weights / scale);
}

/** Returns the x and y offsets of all positions within reach, the nearest first. */
function ringOffsets(): Int8Array {
  const places: [number, number][] = [];
  for (let y = -reachPx; y <= reachPx; y += 1) {
    for (let x = -reachPx; x <= reachPx; x += 1) {
      const squared = x * x + y * y;
      if (squared > 0 && squared <= reachPx * reachPx) places.push([x, y]);
    }
  }
  places.sort(([ax, ay], [bx, by]) => ax * ax + ay * ay - bx * bx - by * by);
  return Int8Array.from(places.flat());
}

function nearestOpaque(
  pixels: Uint8ClampedArray,
  { widthPx, heightPx }: Size,
  x: number,
  y: number,
  around: Int8Array,
): number {
  for (let away = 0; away < around.length; away += 2) {
    const [column, row] = [x + (around[away] ?? 0), y + (around[away + 1] ?? 0)];
    if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) continue;
    if ((pixels[(row * widthPx + column) * 4 + 3] ?? 0) >= minOpaque) return away;
  }
  return -1;
}

/** Returns the index of the pixel at the given distance and direction, or −1 when it is not opaque. */
function opaqueAlong(
  pixels: Uint8ClampedArray,
  { widthPx, heightPx }: Size,
  x: number,
  y: number,
  dx: number,
  dy: number,
  distance: number,
): number {
  const [column, row] = [Math.round(x + dx * distance), Math.round(y + dy * distance)];
  if (column < 0 || row < 0 || column >= widthPx || row >= heightPx) return -1;
  const at = row * widthPx + column;
  return (pixels[at * 4 + 3] ?? 0) >= minOpaque ? at : -1;
}

function differenceOf(one: Float32Array, other: Float32Array): number {
  return Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0), (one[2] ?? 0) - (other[2] ?? 0));
}
