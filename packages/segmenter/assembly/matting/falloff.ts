/** A step of the table, and how much `e^−x` loses in one: `e^(−1/256)`. */
// @ts-ignore: decorator
@inline
const STEPS: f32 = 256;
// @ts-ignore: decorator
@inline
const PER_STEP: f64 = 0.9961013694701175;
/** From here on it is less than 2⁻²³. */
// @ts-ignore: decorator
@inline
const END: i32 = 16;

const table = memory.data((16 * 256 + 1) * 4);

let value: f64 = 1;
for (let step = 0; step <= END * <i32>STEPS; step++) {
  store<f32>(table + <usize>step * 4, <f32>value);
  value *= PER_STEP;
}

/** @returns `e^−x`, interpolated between entries of a table, for x from 0 on. */
// @ts-ignore: decorator
@inline
export function falloff(x: f32): f32 {
  if (!(x < <f32>END)) return 0;
  const step = <i32>(x * STEPS);
  const entry = table + <usize>step * 4;
  const here = load<f32>(entry);
  return here + (load<f32>(entry, 4) - here) * (x * STEPS - <f32>step);
}
