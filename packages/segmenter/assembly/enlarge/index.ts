/**
 * The kernel of `src/enlarge`: convolutions without padding and without strides. Values are float32, row by row, with the
 * channels of a pixel next to each other. Addresses are multiples of 16 bytes.
 */

/** Number of pixels that are computed together, so that each weight is read once for all of them. */
const pixelsAtOnce = 4;
/** Number of outputs that are computed together. */
const outputsAtOnce = 8;

/**
 * Convolves all channels: each output sums all input channels over a window with its own weights.
 *
 * The number of columns is a multiple of 4. Columns beyond the valid ones may be computed: they read memory after the row, and
 * no valid column depends on them.
 *
 * @param from float32 `[rows + window − 1][rowPx][inputs]`.
 * @param rowPx number of pixels from row to row, in `from` and in `to`.
 * @param weights float32 `[outputs ÷ 8][window][window][inputs][8]`.
 * @param biases float32 `[outputs]`.
 * @param adds 1 to add the sums to the values in `to` instead of to the biases.
 * @param splits 1 to write the positive parts of eight outputs, and then the positive parts of their negatives (CReLU).
 * @param to float32 `[rows][rowPx][outputs]`, or `[rows][rowPx][16]` when the outputs are split.
 */
export function convolve(
  from: usize,
  rowPx: i32,
  inputs: i32,
  windowPx: i32,
  weights: usize,
  biases: usize,
  adds: i32,
  outputs: i32,
  splits: i32,
  to: usize,
  rows: i32,
  columns: i32,
): void {
  const pixelBytes = <usize>inputs << 2;
  const rowBytes = <usize>rowPx * pixelBytes;
  const toPixelBytes = <usize>outputs << (splits ? 3 : 2);
  const toRowBytes = <usize>rowPx * toPixelBytes;
  // The inputs of neighbouring columns are next to each other, so a row of the window is one run of values.
  const runBytes = <usize>windowPx * pixelBytes;
  const weightBytes = <usize>(windowPx * windowPx * inputs * outputsAtOnce) << 2;
  for (let output = 0; output < outputs; output += outputsAtOnce, weights += weightBytes) {
    const bias = biases + (<usize>output << 2);
    for (let y = 0; y < rows; y += 1) {
      let source = from + <usize>y * rowBytes;
      let target = to + <usize>y * toRowBytes + (<usize>output << 2);
      for (let x = 0; x < columns; x += pixelsAtOnce) {
        const second = target + toPixelBytes;
        const third = second + toPixelBytes;
        const fourth = third + toPixelBytes;
        let low0 = v128.load(adds ? target : bias);
        let high0 = v128.load(adds ? target : bias, 16);
        let low1 = v128.load(adds ? second : bias);
        let high1 = v128.load(adds ? second : bias, 16);
        let low2 = v128.load(adds ? third : bias);
        let high2 = v128.load(adds ? third : bias, 16);
        let low3 = v128.load(adds ? fourth : bias);
        let high3 = v128.load(adds ? fourth : bias, 16);
        let weight = weights;
        for (let row = 0; row < windowPx; row += 1) {
          let place0 = source + <usize>row * rowBytes;
          let place1 = place0 + pixelBytes;
          let place2 = place1 + pixelBytes;
          let place3 = place2 + pixelBytes;
          for (const end = place0 + runBytes; place0 < end; weight += 32) {
            const low = v128.load(weight);
            const high = v128.load(weight, 16);
            let value = v128.load_splat<f32>(place0);
            low0 = f32x4.add(low0, f32x4.mul(value, low));
            high0 = f32x4.add(high0, f32x4.mul(value, high));
            value = v128.load_splat<f32>(place1);
            low1 = f32x4.add(low1, f32x4.mul(value, low));
            high1 = f32x4.add(high1, f32x4.mul(value, high));
            value = v128.load_splat<f32>(place2);
            low2 = f32x4.add(low2, f32x4.mul(value, low));
            high2 = f32x4.add(high2, f32x4.mul(value, high));
            value = v128.load_splat<f32>(place3);
            low3 = f32x4.add(low3, f32x4.mul(value, low));
            high3 = f32x4.add(high3, f32x4.mul(value, high));
            place0 += 4;
            place1 += 4;
            place2 += 4;
            place3 += 4;
          }
        }
        store(target, low0, high0, splits);
        store(second, low1, high1, splits);
        store(third, low2, high2, splits);
        store(fourth, low3, high3, splits);
        source += <usize>pixelsAtOnce * pixelBytes;
        target = fourth + toPixelBytes;
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function store(to: usize, low: v128, high: v128, splits: i32): void {
  if (!splits) {
    v128.store(to, low);
    v128.store(to, high, 16);
    return;
  }
  const zero = f32x4.splat(0);
  v128.store(to, f32x4.max(low, zero));
  v128.store(to, f32x4.max(high, zero), 16);
  v128.store(to, f32x4.max(f32x4.neg(low), zero), 32);
  v128.store(to, f32x4.max(f32x4.neg(high), zero), 48);
}
