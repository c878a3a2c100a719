/**
 * Returns how many pixels of padding precede the first pixel, so that the result has `length ÷ stride` pixels, rounded
 * up.
 */
// @ts-ignore: decorator
@inline
export function paddingOf(length: i32, windowPx: i32, stride: i32): i32 {
  const results = (length + stride - 1) / stride;
  return max((results - 1) * stride + windowPx - length, 0) / 2;
}

/**
 * Returns the index in the window of its first pixel that lies inside the image.
 * @param start position of the window's first pixel; negative when it lies before the image.
 */
// @ts-ignore: decorator
@inline
export function firstInside(start: i32): i32 {
  return max(0, -start);
}

/** Returns the index in the window after its last pixel that lies inside the image. */
// @ts-ignore: decorator
@inline
export function lastInside(start: i32, windowPx: i32, length: i32): i32 {
  return min(windowPx, length - start);
}
