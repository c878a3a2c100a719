/**
 * Applies ReLU to each value. All functions of this file are element-wise. Counts are multiples of 4, and results may
 * overwrite their inputs.
 */

export function relu(from: usize, count: i32, to: usize): void {
  const zero = f32x4.splat(0);
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16) {
    v128.store(to, f32x4.max(v128.load(from), zero));
  }
}

/**
 * Multiplies each negative value by its channel's slope (PReLU).
 * @param slopes float32 `[channels]`.
 * @see He et al. 2015, "Delving Deep into Rectifiers", section 2.1
 */
export function parametricRelu(from: usize, count: i32, slopes: usize, channels: i32, to: usize): void {
  const zero = f32x4.splat(0);
  const slopesEnd = slopes + (<usize>channels << 2);
  let slope = slopes;
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16, slope += 16) {
    if (slope === slopesEnd) slope = slopes;
    const value = v128.load(from);
    const negative = f32x4.mul(f32x4.min(value, zero), v128.load(slope));
    v128.store(to, f32x4.add(f32x4.max(value, zero), negative));
  }
}

/**
 * Applies the hard swish function to each value.
 * @see Howard et al. 2019, "Searching for MobileNetV3", section 5.2
 */
export function hardSwish(from: usize, count: i32, to: usize): void {
  const zero = f32x4.splat(0);
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16) {
    const value = v128.load(from);
    const gate = f32x4.min(f32x4.max(f32x4.add(value, f32x4.splat(3)), zero), f32x4.splat(6));
    v128.store(to, f32x4.mul(value, f32x4.mul(gate, f32x4.splat(<f32>1 / 6))));
  }
}

/**
 * Adds `by` to each value.
 * @param by `byCount` values that are repeated: either `count` values, or one for each channel of a pixel.
 */
export function add(from: usize, count: i32, by: usize, byCount: i32, to: usize): void {
  const byEnd = by + (<usize>byCount << 2);
  let other = by;
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16, other += 16) {
    if (other === byEnd) other = by;
    v128.store(to, f32x4.add(v128.load(from), v128.load(other)));
  }
}

/**
 * Multiplies each value by `by`.
 * @param by see `add`.
 */
export function multiply(from: usize, count: i32, by: usize, byCount: i32, to: usize): void {
  const byEnd = by + (<usize>byCount << 2);
  let other = by;
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16, other += 16) {
    if (other === byEnd) other = by;
    v128.store(to, f32x4.mul(v128.load(from), v128.load(other)));
  }
}
