/** A square part of a photo: RGBA, 8-bit sRGB, row by row. */
export interface Square {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the peak signal-to-noise ratio of the pixels of a mask, in dB. */
export function psnr({ data: one }: Square, { data: other }: Square, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < mask.length; at += 1) {
    if (mask[at] === 0) continue;
    for (let value = at * 4; value < at * 4 + 3; value += 1) sum += ((one[value] ?? 0) - (other[value] ?? 0)) ** 2;
    count += 3;
  }
  return 10 * Math.log10((255 * 255 * count) / Math.max(sum, 1e-9));
}

/** Half the side of the window of `ssim`, in px. */
const reachPx = 3;
const [lumaConstant, contrastConstant] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/**
 * Returns the mean structural similarity of the luma around the pixels of a mask, of which every second one in each
 * direction is taken.
 * @see Wang et al. 2004, "Image Quality Assessment: From Error Visibility to Structural Similarity"
 */
export function ssim(one: Square, other: Square, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let y = reachPx; y < one.heightPx - reachPx; y += 2) {
    for (let x = reachPx; x < one.widthPx - reachPx; x += 2) {
      if (mask[y * one.widthPx + x] === 0) continue;
      sum += similarityAt(one, other, x, y);
      count += 1;
    }
  }
  return sum / Math.max(1, count);
}

function similarityAt(one: Square, other: Square, x: number, y: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  const count = (2 * reachPx + 1) ** 2;
  for (let row = y - reachPx; row <= y + reachPx; row += 1) {
    for (let column = x - reachPx; column <= x + reachPx; column += 1) {
      const at = row * one.widthPx + column;
      const [first, second] = [luma(one, at), luma(other, at)];
      a += first / count;
      b += second / count;
      aa += (first * first) / count;
      bb += (second * second) / count;
      ab += (first * second) / count;
    }
  }
  const likeness = (2 * a * b + lumaConstant) * (2 * (ab - a * b) + contrastConstant);
  return likeness / ((a * a + b * b + lumaConstant) * (aa - a * a + bb - b * b + contrastConstant));
}

/** Returns the root of the mean square of the steps of luma from pixel to pixel, within a mask: texture and grain. */
export function texture(square: Square, mask: Uint8Array): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at + 1 < mask.length; at += 1) {
    if (mask[at] === 0 || mask[at + 1] === 0) continue;
    sum += (luma(square, at) - luma(square, at + 1)) ** 2;
    count += 1;
  }
  return Math.sqrt(sum / Math.max(1, count));
}

function luma({ data }: Square, at: number): number {
  return 0.299 * (data[at * 4] ?? 0) + 0.587 * (data[at * 4 + 1] ?? 0) + 0.114 * (data[at * 4 + 2] ?? 0);
}

const maxRounds = 3000;
const relaxation = 1.95;

/**
 * Fills a hole by a membrane: the smoothest surface that meets the pixels around it. The hole must not touch the edge of
 * the square.
 */
export function membrane(square: Square, mask: Uint8Array): Square {
  const data = square.data.slice();
  const hole = Array.from(mask.keys()).filter((at) => mask[at] !== 0);
  for (let channel = 0; channel < 3; channel += 1) {
    const values = Float32Array.from(mask, (_, at) => square.data[at * 4 + channel] ?? 0);
    const known = values.filter((_, at) => mask[at] === 0);
    const mean = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
    for (const at of hole) values[at] = mean;
    relax(values, hole, square.widthPx);
    for (const at of hole) data[at * 4 + channel] = values[at] ?? 0;
  }
  return { ...square, data };
}

function relax(values: Float32Array, hole: readonly number[], widthPx: number): void {
  for (let round = 0; round < maxRounds; round += 1) {
    let largest = 0;
    for (const at of hole) {
      const around = (values[at - 1] ?? 0) + (values[at + 1] ?? 0) + (values[at - widthPx] ?? 0);
      const change = relaxation * ((around + (values[at + widthPx] ?? 0)) / 4 - (values[at] ?? 0));
      values[at] = (values[at] ?? 0) + change;
      largest = Math.max(largest, Math.abs(change));
    }
    if (largest < 0.02) return;
  }
}
