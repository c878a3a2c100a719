/**
 * Averages each channel over all pixels. The number of channels is a multiple of 4.
 *
 * @param to float32 `[channels]`.
 */
export function average(from: usize, pixels: i32, channels: i32, to: usize): void {
  const pixelBytes = <usize>channels << 2;
  const share = f32x4.splat(<f32>1 / <f32>pixels);
  for (let channel: usize = 0; channel < pixelBytes; channel += 16) {
    let sum = f32x4.splat(0);
    let place = from + channel;
    for (let pixel = 0; pixel < pixels; pixel += 1, place += pixelBytes) sum = f32x4.add(sum, v128.load(place));
    v128.store(to + channel, f32x4.mul(sum, share));
  }
}

/**
 * Doubles both sides by linear interpolation between pixel centres. The number of channels is a multiple of 4.
 *
 * @param from float32 `[rows][columns][channels]`.
 * @param to float32 `[2 rows][2 columns][channels]`.
 */
export function double(from: usize, rows: i32, columns: i32, channels: i32, to: usize): void {
  const pixelBytes = <usize>channels << 2;
  for (let y = 0; y < 2 * rows; y += 1) {
    const upper = max((y - 1) >> 1, 0);
    const lower = min((y + 1) >> 1, rows - 1);
    // Each sample lies a quarter of the way from the nearer centre to the farther one.
    const down = f32x4.splat(y & 1 ? <f32>0.25 : <f32>0.75);
    const above = from + <usize>(upper * columns) * pixelBytes;
    const below = from + <usize>(lower * columns) * pixelBytes;
    for (let x = 0; x < 2 * columns; x += 1) {
      const left = <usize>max((x - 1) >> 1, 0) * pixelBytes;
      const right = <usize>min((x + 1) >> 1, columns - 1) * pixelBytes;
      const across = f32x4.splat(x & 1 ? <f32>0.25 : <f32>0.75);
      for (let channel: usize = 0; channel < pixelBytes; channel += 16, to += 16) {
        const high = between(v128.load(above + left + channel), v128.load(above + right + channel), across);
        const low = between(v128.load(below + left + channel), v128.load(below + right + channel), across);
        v128.store(to, between(high, low, down));
      }
    }
  }
}

/**
 * Halves both sides to the maximum of each 2 × 2 pixels. Both sides are even, and the number of channels is a multiple
 * of 4.
 *
 * @param from float32 `[rows][columns][channels]`.
 * @param to float32 `[rows ÷ 2][columns ÷ 2][channels]`.
 */
export function maxPool(from: usize, rows: i32, columns: i32, channels: i32, to: usize): void {
  const pixelBytes = <usize>channels << 2;
  const rowBytes = <usize>columns * pixelBytes;
  for (let y = 0; y < rows; y += 2, from += rowBytes) {
    for (let x = 0; x < columns; x += 2, from += pixelBytes) {
      for (const end = from + pixelBytes; from < end; from += 16, to += 16) {
        const upper = f32x4.max(v128.load(from), v128.load(from + pixelBytes));
        const lower = f32x4.max(v128.load(from + rowBytes), v128.load(from + rowBytes + pixelBytes));
        v128.store(to, f32x4.max(upper, lower));
      }
    }
  }
}

/**
 * Appends channels of zeros to each pixel. Both numbers of channels are multiples of 4.
 *
 * @param from float32 `[pixels][channels]`.
 * @param to float32 `[pixels][more]`.
 */
export function widen(from: usize, pixels: i32, channels: i32, more: i32, to: usize): void {
  const pixelBytes = <usize>channels << 2;
  const addedBytes = <usize>(more - channels) << 2;
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    memory.copy(to, from, pixelBytes);
    memory.fill(to + pixelBytes, 0, addedBytes);
    from += pixelBytes;
    to += pixelBytes + addedBytes;
  }
}

// @ts-ignore: decorator
@inline
function between(one: v128, other: v128, share: v128): v128 {
  return f32x4.add(one, f32x4.mul(f32x4.sub(other, one), share));
}
