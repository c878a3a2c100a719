/** Parameters of a batch normalisation, with one value for each channel. */
export interface BatchNormalisation {
  readonly gain: Float32Array;
  readonly offset: Float32Array;
  readonly mean: Float32Array;
  readonly variance: Float32Array;
  readonly epsilon: number;
}

/** Reorders weights from `[outputs][inputs][3][3]` to `[inputs][3][3][outputs]`. */
export function toOutputsLast(weights: Float32Array, outputs: number): Float32Array<ArrayBuffer> {
  const perOutput = weights.length / outputs;
  const turned = new Float32Array(weights.length);
  for (let output = 0; output < outputs; output += 1) {
    const from = output * perOutput;
    for (let index = 0; index < perOutput; index += 1) turned[index * outputs + output] = weights[from + index] ?? 0;
  }
  return turned;
}

/**
 * Merges `y = (x − mean) × gain ÷ √(variance + ε) + offset` into the convolution that computes x. The weights must be in
 * the order of `toOutputsLast`.
 */
export function fold(
  { gain, offset, mean, variance, epsilon }: BatchNormalisation,
  weights: Float32Array,
  bias: Float32Array,
): void {
  const factors = gain.map((value, channel) => value / Math.sqrt((variance[channel] ?? 0) + epsilon));
  const outputs = factors.length;
  for (let index = 0; index < weights.length; index += 1) {
    weights[index] = (weights[index] ?? 0) * (factors[index % outputs] ?? 0);
  }
  for (const [channel, factor] of factors.entries()) {
    bias[channel] = ((bias[channel] ?? 0) - (mean[channel] ?? 0)) * factor + (offset[channel] ?? 0);
  }
}
