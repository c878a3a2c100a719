import { multiplyAdd } from './lanes';

/**
 * The last operations on four outputs of a convolution before they are stored: scale, bias, ReLU, residual. The struct
 * occupies four quads.
 */
@unmanaged
export class Finish {
  scale: v128;
  bias: v128;
  /** Lower bound of the result: zeros for a ReLU, otherwise −∞. */
  least: v128;
  hasResidual: bool;
  /** Bytes from an output's address to its residual's. */
  residualStep: usize;
}

/**
 * Stores four outputs.
 * @param finish null for an intermediate value, which is stored unchanged.
 */
// @ts-ignore: decorator
@inline
export function storeOutput(to: usize, value: v128, finish: Finish | null): void {
  if (!finish) {
    v128.store(to, value);
    return;
  }
  let result = f32x4.max(multiplyAdd(value, finish.scale, finish.bias), finish.least);
  if (finish.hasResidual) result = f32x4.add(result, v128.load(to + finish.residualStep));
  v128.store(to, result);
}
