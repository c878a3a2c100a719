/** @returns how many pixels are padded before the first, so that the result has `length ÷ stride` of them, rounded up. */
// @ts-ignore: decorator
@inline
export function paddingOf(length: i32, windowPx: i32, stride: i32): i32 {
  const results = (length + stride - 1) / stride;
  return max((results - 1) * stride + windowPx - length, 0) / 2;
}

/** @param start where the window begins; below 0 it begins before the picture. @returns the first of its pixels that lies inside. */
// @ts-ignore: decorator
@inline
export function firstInside(start: i32): i32 {
  return max(0, -start);
}

/** @returns the pixel of the window after the last one that lies inside. */
// @ts-ignore: decorator
@inline
export function lastInside(start: i32, windowPx: i32, length: i32): i32 {
  return min(windowPx, length - start);
}
