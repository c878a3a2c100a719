/** Returns 0 at `from` and below, 1 at `to` and above, and in between a smooth rise that is level at both ends. */
// @ts-ignore: decorator
@inline
export function smoothStep(from: f32, to: f32, value: f32): f32 {
  const share = min<f32>(max<f32>((value - from) / (to - from), 0), 1);
  return share * share * (3 - 2 * share);
}
