/** These functions see each value alone. Counts are a multiple of 4; results may take the place of what they are made from. */

export function relu(from: usize, count: i32, to: usize): void {
  const zero = f32x4.splat(0);
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16) {
    v128.store(to, f32x4.max(v128.load(from), zero));
  }
}

/** @see Howard et al. 2019, "Searching for MobileNetV3", section 5.2 */
export function hardSwish(from: usize, count: i32, to: usize): void {
  const zero = f32x4.splat(0);
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16) {
    const value = v128.load(from);
    const gate = f32x4.min(f32x4.max(f32x4.add(value, f32x4.splat(3)), zero), f32x4.splat(6));
    v128.store(to, f32x4.mul(value, f32x4.mul(gate, f32x4.splat(<f32>1 / 6))));
  }
}

/** @param by `byCount` values, which come again and again: as many as `count`, or a pixel's channels. */
export function add(from: usize, count: i32, by: usize, byCount: i32, to: usize): void {
  const byEnd = by + (<usize>byCount << 2);
  let other = by;
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16, other += 16) {
    if (other === byEnd) other = by;
    v128.store(to, f32x4.add(v128.load(from), v128.load(other)));
  }
}

/** @param by as `add` takes it. */
export function multiply(from: usize, count: i32, by: usize, byCount: i32, to: usize): void {
  const byEnd = by + (<usize>byCount << 2);
  let other = by;
  for (const end = from + (<usize>count << 2); from < end; from += 16, to += 16, other += 16) {
    if (other === byEnd) other = by;
    v128.store(to, f32x4.mul(v128.load(from), v128.load(other)));
  }
}
