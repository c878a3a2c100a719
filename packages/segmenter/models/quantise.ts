import type { Convolution, NetworkStep } from '../src/engine/network.ts';
import type { NetworkWithWeights } from './extract-network.ts';
import { createWeightsWriter } from './weights-writer.ts';

/** The greatest integer: the range is symmetrical, so that zero stays zero. */
const greatest = 127;

/**
 * How far below the greatest weight the range may end: a weight beyond is cut off, and all others are told apart more
 * finely. With a few thousand weights a channel, shaped like a bell, the best end lies a few per cent down.
 */
const candidates = Array.from({ length: 16 }, (_, step) => 1 - step / 80);

/**
 * Makes a network's float32 weights int8, each output channel by a scale of its own.
 *
 * The first convolution and those of one output stay float32: they are few numbers, and every pixel's value passes
 * through them.
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

/** @param floats `[…][outputs]`, the output channel innermost; so are the integers. */
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

/** The scale, a float32, by which the integers come nearest to the weights, by the sum of squared differences. */
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

/** Added to a double of lesser size it leaves no room for a fraction: rounds several times as fast as `Math.round`. */
const noFraction = 1.5 * 2 ** 52;

function toInteger(weight: number, scale: number): number {
  const rounded = weight / scale + noFraction - noFraction;
  return rounded > greatest ? greatest : rounded < -greatest ? -greatest : rounded;
}
