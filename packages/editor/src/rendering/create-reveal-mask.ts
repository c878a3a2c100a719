import type { Matte } from '@isola/imaging';

/**
 * Mask of the animation that removes an image's background. The pixels at the subject's edge disappear first, the
 * farthest last.
 */
export interface RevealMask {
  readonly widthPx: number;
  readonly heightPx: number;
  /**
   * @param progress 0…1.
   * @returns RGBA, row by row: black with the remaining alpha of the image. All pixels are opaque at 0 and transparent
   *   at 1, and no alpha increases with the progress. The next call writes into the same array.
   */
  readonly at: (progress: number) => Uint8ClampedArray<ArrayBuffer>;
}

/** Longest side of the mask. A moving edge needs no more resolution, and each frame writes every pixel. */
const maxSidePx = 320;
/** Width of the soft edge between visible and removed pixels, as a share of the longest distance. */
const softShare = 0.18;
/** Weights of the 3-4 chamfer distance transform (Borgefors 1986): 3 for a straight step, 4 for a diagonal one. */
const [straight, across] = [3, 4];

export function createRevealMask(matte: Matte): RevealMask {
  const scale = Math.min(1, maxSidePx / Math.max(matte.widthPx, matte.heightPx));
  const widthPx = Math.max(1, Math.round(matte.widthPx * scale));
  const heightPx = Math.max(1, Math.round(matte.heightPx * scale));
  const turns = turnsOf(distancesFrom(matte, widthPx, heightPx));
  const pixels = new Uint8ClampedArray(widthPx * heightPx * 4);
  return {
    widthPx,
    heightPx,
    at(progress) {
      const front = progress * (1 + softShare);
      const alphas = Uint8ClampedArray.from(
        { length: 256 },
        (_, turn) => (255 * (turn / 255 + softShare - front)) / softShare,
      );
      for (const [pixel, turn] of turns.entries()) pixels[pixel * 4 + 3] = alphas[turn] ?? 0;
      return pixels;
    },
  };
}

/** @returns each pixel's place in the order of disappearing: 0 is first, 255 is last. */
function turnsOf(distances: Uint32Array): Uint8Array {
  const longest = distances.reduce((max, distance) => (distance < far ? Math.max(max, distance) : max), 0);
  return Uint8Array.from(distances, (distance) => (longest > 0 && distance < far ? (255 * distance) / longest : 0));
}

const far = 2 ** 30;

/**
 * @returns, for each pixel of the reduced image, about three times its distance from the subject in px; `far` without a
 *   subject.
 */
function distancesFrom({ data, ...from }: Matte, widthPx: number, heightPx: number): Uint32Array {
  const distances = new Uint32Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y += 1) {
    const row = Math.floor(((y + 0.5) * from.heightPx) / heightPx) * from.widthPx;
    for (let x = 0; x < widthPx; x += 1) {
      const alpha = data[row + Math.floor(((x + 0.5) * from.widthPx) / widthPx)] ?? 0;
      distances[y * widthPx + x] = alpha >= 128 ? 0 : far;
    }
  }
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= widthPx || y >= heightPx ? far : (distances[y * widthPx + x] ?? far);
  const relax = (x: number, y: number, step: 1 | -1) => {
    const index = y * widthPx + x;
    distances[index] = Math.min(
      distances[index] ?? far,
      at(x - step, y) + straight,
      at(x, y - step) + straight,
      at(x - step, y - step) + across,
      at(x + step, y - step) + across,
    );
  };
  for (let y = 0; y < heightPx; y += 1) for (let x = 0; x < widthPx; x += 1) relax(x, y, 1);
  for (let y = heightPx - 1; y >= 0; y -= 1) for (let x = widthPx - 1; x >= 0; x -= 1) relax(x, y, -1);
  return distances;
}
