/** Steps of the table per unit of x, and the factor of `e^−x` per step: `e^(−1/256)`. */
// @ts-ignore: decorator
@inline
const STEPS: f32 = 256;
// @ts-ignore: decorator
@inline
const PER_STEP: f64 = 0.9961013694701175;
/** Value of x from which on the result is 0; `e^−x` is then less than 2⁻²³. */
// @ts-ignore: decorator
@inline
const END: i32 = 16;

const table = memory.data((16 * 256 + 1) * 4);

let value: f64 = 1;
for (let step = 0; step <= END * <i32>STEPS; step++) {
  store<f32>(table + <usize>step * 4, <f32>value);
  value *= PER_STEP;
}

/** Returns `e^−x` for x ≥ 0, interpolated between entries of a table. */
// @ts-ignore: decorator
@inline
export function falloff(x: f32): f32 {
  if (!(x < <f32>END)) return 0;
  const step = <i32>(x * STEPS);
  const entry = table + <usize>step * 4;
  const here = load<f32>(entry);
  return here + (load<f32>(entry, 4) - here) * (x * STEPS - <f32>step);
}
