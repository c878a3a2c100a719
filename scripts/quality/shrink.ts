import type { Rgba, Size } from './pixels.ts';

/**
 * Scales an image down by the mean over each new pixel's area. Colours are weighted by their alpha, so that transparent
 * pixels do not affect them.
 * @param size size that is no larger than the image's.
 */
export function shrink(picture: Rgba, size: Size): Rgba {
  const { widthPx, heightPx } = picture;
  const across = averageAlong(premultiplied(picture), widthPx, size.widthPx, {
    rows: heightPx,
    step: 4,
    row: 4 * widthPx,
  });
  const down = averageAlong(across, heightPx, size.heightPx, { rows: size.widthPx, step: 4 * size.widthPx, row: 4 });
  return { ...size, data: straight(down) };
}

/** Layout of pixel lines in an array: `rows` lines, `row` apart, with pixels `step` apart. */
interface Layout {
  readonly rows: number;
  readonly step: number;
  readonly row: number;
}

function averageAlong(data: Float32Array, from: number, to: number, { rows, step, row }: Layout): Float32Array {
  const averaged = new Float32Array((data.length / from) * to);
  // Columns (`row` of one pixel) keep their distance in the result. Rows become shorter, so the next one begins
  // earlier.
  const newRow = row > step ? (row / from) * to : row;
  const shares = sharesOf(from, to);
  for (let line = 0; line < rows; line += 1) {
    shares.forEach(({ first, weights }, index) => {
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        weights.forEach((weight, tap) => {
          sum += weight * (data[line * row + (first + tap) * step + channel] ?? 0);
        });
        averaged[line * newRow + index * step + channel] = sum;
      }
    });
  }
  return averaged;
}

/** Returns for each new pixel of a line the old pixels that it covers and their weights, whose sum is 1. */
function sharesOf(from: number, to: number): { readonly first: number; readonly weights: readonly number[] }[] {
  const ratio = from / to;
  return Array.from({ length: to }, (_, index) => {
    const [start, end] = [index * ratio, Math.min(from, (index + 1) * ratio)];
    const first = Math.floor(start);
    const weights = Array.from(
      { length: Math.ceil(end) - first },
      (_, tap) => (Math.min(first + tap + 1, end) - Math.max(first + tap, start)) / ratio,
    );
    return { first, weights };
  });
}

function premultiplied({ data }: Rgba): Float32Array {
  return Float32Array.from(data, (value, at) => (at % 4 === 3 ? value : (value * (data[at | 3] ?? 0)) / 255));
}

function straight(data: Float32Array): Uint8Array<ArrayBuffer> {
  const picture = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 1) {
    const alpha = data[at | 3] ?? 0;
    const value = data[at] ?? 0;
    picture[at] = Math.round(at % 4 === 3 ? value : Math.min(255, alpha === 0 ? 0 : (value * 255) / alpha));
  }
  return picture;
}
