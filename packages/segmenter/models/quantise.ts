import type { Convolution, NetworkStep } from '../src/engine/network.ts';
import type { NetworkWithWeights } from './extract-network.ts';
import { createWeightsWriter } from './weights-writer.ts';

/** Largest quantised value. The range is symmetrical, so that zero stays zero. */
const greatest = 127;

/**
 * Candidates for the end of the range, as shares of the greatest weight. Weights beyond the end are clipped, and all others
 * get finer steps. With a few thousand normally distributed weights per channel, the best end is a few per cent below the
 * greatest weight.
 */
const candidates = Array.from({ length: 16 }, (_, step) => 1 - step / 80);

/**
 * Converts a network's float32 weights to int8, with a scale for each output channel.
 *
 * The first convolution and convolutions with one output stay float32. They have few weights, and every pixel's value
 * passes through them.
 */
export function quantise({ network, weights }: NetworkWithWeights): NetworkWithWeights {
  const numbers = createWeightsWriter();
  const floatsAt = (at: number, length: number) => new Float32Array(weights.buffer, weights.byteOffset + at, length);

  const steps = network.steps.map((step): NetworkStep => {
    if (step.kind !== 'convolution') return step;
    const floats = floatsAt(step.weightsAt, step.inputs * 9 * step.outputs);
    const bias = floatsAt(step.biasAt, step.outputs);
    if (staysFloat(step)) return { ...step, weightsAt: numbers.append(floats), biasAt: numbers.append(bias) };
    const { integers, scales } = quantiseChannels(floats, step.outputs);
    return {
      ...step,
      precision: 'int8',
      weightsAt: numbers.append(integers),
      scalesAt: numbers.append(scales),
      biasAt: numbers.append(bias),
    };
  });
  const quantised = numbers.join();
  return { network: { ...network, sizeBytes: quantised.length, steps }, weights: quantised };
}

function staysFloat({ from, outputs }: Convolution): boolean {
  return from.includes('image') || outputs === 1;
}

/** Quantises weights. @param floats `[…][outputs]`: the output channel varies fastest. The integers have the same order. */
export function quantiseChannels(
  floats: Float32Array,
  outputs: number,
): { integers: Int8Array<ArrayBuffer>; scales: Float32Array<ArrayBuffer> } {
  const integers = new Int8Array(floats.length);
  const scales = new Float32Array(outputs);
  const channel = new Float32Array(floats.length / outputs);
  for (let output = 0; output < outputs; output += 1) {
    for (let index = 0; index < channel.length; index += 1) channel[index] = floats[index * outputs + output] ?? 0;
    const scale = bestScale(channel);
    scales[output] = scale;
    for (let index = 0; index < channel.length; index += 1) {
      integers[index * outputs + output] = toInteger(channel[index] ?? 0, scale);
    }
  }
  return { integers, scales };
}

/** Returns the scale, a float32, with the least sum of squared differences between weights and scaled integers. */
function bestScale(weights: Float32Array): number {
  let peak = 0;
  for (let index = 0; index < weights.length; index += 1) peak = Math.max(peak, Math.abs(weights[index] ?? 0));
  if (peak === 0) return 1;
  let best = { scale: 0, error: Number.POSITIVE_INFINITY };
  for (const part of candidates) {
    const scale = Math.fround((peak * part) / greatest);
    const error = squaredError(weights, scale);
    if (error < best.error) best = { scale, error };
  }
  return best.scale;
}

function squaredError(weights: Float32Array, scale: number): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    const difference = weight - scale * toInteger(weight, scale);
    sum += difference * difference;
  }
  return sum;
}

/**
 * Rounds a smaller double to a whole number when it is added and subtracted again, because the sum has no bits for a
 * fraction. This is several times as fast as `Math.round`.
 */
const noFraction = 1.5 * 2 ** 52;

function toInteger(weight: number, scale: number): number {
  const rounded = weight / scale + noFraction - noFraction;
  return rounded > greatest ? greatest : rounded < -greatest ? -greatest : rounded;
}
