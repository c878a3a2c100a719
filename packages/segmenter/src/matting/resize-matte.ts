/** One output column's (or row's) two neighbours in the source, and how much the second of them counts. */
interface Taps {
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly weight: Float32Array;
}

/**
 * Brings a mask to a picture's size by bilinear interpolation, pixel centres aligned, edges extended.
 * @param mask `fromHeightPx × fromWidthPx`, row-major, 0…1.
 * @returns `toHeightPx × toWidthPx`, 0…255, rounded.
 */
export function resizeMatte(
  mask: Float32Array,
  fromWidthPx: number,
  fromHeightPx: number,
  toWidthPx: number,
  toHeightPx: number,
): Uint8ClampedArray<ArrayBuffer> {
  const columns = taps(fromWidthPx, toWidthPx);
  const rows = taps(fromHeightPx, toHeightPx);
  const matte = new Uint8ClampedArray(toWidthPx * toHeightPx);
  const blended = new Float32Array(fromWidthPx);
  for (let y = 0; y < toHeightPx; y += 1) {
    const above = at(rows.first, y) * fromWidthPx;
    const below = at(rows.second, y) * fromWidthPx;
    const vertical = at(rows.weight, y);
    for (let x = 0; x < fromWidthPx; x += 1) {
      const upper = at(mask, above + x);
      blended[x] = 255 * (upper + (at(mask, below + x) - upper) * vertical);
    }
    const start = y * toWidthPx;
    for (let x = 0; x < toWidthPx; x += 1) {
      const left = at(blended, at(columns.first, x));
      const right = at(blended, at(columns.second, x));
      matte[start + x] = left + (right - left) * at(columns.weight, x);
    }
  }
  return matte;
}

function taps(from: number, to: number): Taps {
  const first = new Int32Array(to);
  const second = new Int32Array(to);
  const weight = new Float32Array(to);
  const step = from / to;
  for (let index = 0; index < to; index += 1) {
    const position = Math.max(0, Math.min(from - 1, (index + 0.5) * step - 0.5));
    first[index] = Math.floor(position);
    second[index] = Math.min(from - 1, Math.floor(position) + 1);
    weight[index] = position - Math.floor(position);
  }
  return { first, second, weight };
}

/** An index that is in range by construction; the compiler cannot know, the engine inlines it away. */
function at(values: Float32Array | Int32Array, index: number): number {
  return values[index] as number;
}
