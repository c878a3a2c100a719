import { FLOAT, QUAD } from './lanes';
import { PANEL } from './matrix-product';
import { takePart } from '../shared/threads';
import { transformWeightsFour } from './winograd-four';
import { SIX, transformWeightsSix } from './winograd-six';

/**
 * Transforms the weights of some inputs and eight outputs. The scales are applied at the end of the convolution.
 * @param weights int8 `[inputs][9][outputs]`, starting at the first of these inputs and outputs.
 * @param outputs number of outputs of the whole layer.
 * @param to float32: the weights of point p are at `to + p × pointBytes`, as `[inputs][8]`.
 * @param scratch 42 quads.
 */
export function preparePanel(
  weights: usize,
  inputs: i32,
  outputs: i32,
  side: i32,
  to: usize,
  pointBytes: usize,
  scratch: usize,
): void {
  const taps = scratch + 24 * QUAD;
  for (let input = 0; input < inputs; input++) {
    for (let tap: usize = 0; tap < 9; tap++) {
      const eight = v128.load_ext<i8>(weights);
      v128.store(taps + tap * QUAD, f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(eight)));
      v128.store(taps + (9 + tap) * QUAD, f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(eight)));
      weights += outputs;
    }
    for (let half: usize = 0; half < 2; half++) {
      const from = taps + half * 9 * QUAD;
      if (side == SIX) transformWeightsSix(from, to + half * QUAD, pointBytes, scratch);
      else transformWeightsFour(from, to + half * QUAD, pointBytes, scratch);
    }
    to += 2 * QUAD;
  }
}

/**
 * Transforms all weights of a layer before it is used. Threads share the layer in parts of eight outputs.
 * @param weights int8 `[inputs][9][outputs]`.
 * @param to float32 `[points][outputs / 8][inputs][8]`.
 * @param counter see `takePart`.
 * @param scratch memory of this thread, 42 quads.
 */
export function prepareWeights(
  weights: usize,
  inputs: i32,
  outputs: i32,
  side: i32,
  to: usize,
  counter: usize,
  scratch: usize,
): void {
  const pointBytes = <usize>(inputs * outputs) * FLOAT;
  for (;;) {
    const output = takePart(counter) * PANEL;
    if (output >= outputs) return;
    const panel = to + <usize>(output * inputs) * FLOAT;
    preparePanel(weights + output, inputs, outputs, side, panel, pointBytes, scratch);
  }
}
