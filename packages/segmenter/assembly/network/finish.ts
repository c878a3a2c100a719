import { multiplyAdd } from './lanes';

/** How four outputs of a convolution end on their way to memory: scale, bias, ReLU, residual. Four quads. */
@unmanaged
export class Finish {
  scale: v128;
  bias: v128;
  /** Zeros for a ReLU. */
  least: v128;
  hasResidual: bool;
  /** From an output's place to its residual's. */
  residualStep: usize;
}

/** @param finish none for a number that is but half way. */
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
