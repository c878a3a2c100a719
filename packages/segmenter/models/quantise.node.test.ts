import { expect, test } from 'vitest';

import { type Network, networkSchema } from '../src/engine/network.ts';
import { quantise, quantiseChannels } from './quantise.ts';

test('weights that are multiples of 1 ÷ 127 of the greatest are quantised exactly', () => {
  const floats = Float32Array.from({ length: 255 }, (_, index) => (index - 127) * 0.25);
  const { integers, scales } = quantiseChannels(floats, 1);
  expect([...scales]).toEqual([0.25]);
  expect([...integers]).toEqual(Array.from(floats, (value) => value / 0.25));
});

test('each output has its own scale, and its weights keep their order', () => {
  const floats = Float32Array.of(1.27, 12.7, 0, 0.5, 5, 0, -1.27, 0.1, 0);
  const { integers, scales } = quantiseChannels(floats, 3);
  expect([...integers].map((integer, index) => integer * (scales[index % 3] ?? 0))).toEqual(
    [...floats].map((value) => expect.closeTo(value, 1)),
  );
  expect(integers.filter((_, index) => index % 3 === 0)).toEqual(Int8Array.of(127, 50, -127));
  expect(integers.filter((_, index) => index % 3 === 2)).toEqual(new Int8Array(3));
});

test('normally distributed weights have a smaller error than with the scale of the greatest weight', () => {
  const floats = Float32Array.from({ length: 40_000 }, (_, index) => bell((index + 0.5) / 40_000));
  const greatest = Math.max(...floats);
  const error = (scale: number, integer: (weight: number, index: number) => number) =>
    floats.reduce((sum, weight, index) => sum + (weight - scale * integer(weight, index)) ** 2, 0);
  const byScale = (scale: number) =>
    error(scale, (weight) => Math.max(-127, Math.min(127, Math.round(weight / scale))));

  const { integers, scales } = quantiseChannels(floats, 1);
  const ours = error(scales[0] ?? 0, (_, index) => integers[index] ?? 0);
  expect(ours).toBeLessThan(byScale(greatest / 127) * 0.98);
  const fine = Array.from({ length: 300 }, (_, step) => byScale((greatest / 127) * (1 - step / 1000)));
  expect(ours).toBeLessThan(Math.min(...fine) * 1.005);
});

test('the first convolution and those with one output stay float32, and all weights get new offsets', () => {
  const plain = { kind: 'convolution', stride: 1, dilation: 1, relu: false, precision: 'float32' };
  const network: Network = networkSchema.parse({
    version: 1,
    sizeBytes: 1824,
    steps: [
      { ...plain, from: ['image'], to: 'a', inputs: 3, outputs: 4, stride: 2, weightsAt: 0, biasAt: 432 },
      { ...plain, from: ['a'], to: 'b', inputs: 4, outputs: 8, weightsAt: 448, biasAt: 1600 },
      { ...plain, from: ['b'], to: 'c', inputs: 4, outputs: 1, weightsAt: 1632, biasAt: 1776 },
      { kind: 'sigmoid', from: 'c', to: 'd' },
    ],
  });
  const numbers = Float32Array.from({ length: 456 }, (_, index) => Math.sin(index));
  const made = quantise({ network, weights: new Uint8Array(numbers.buffer) });
  expect(made.network.steps).toEqual([
    network.steps[0],
    { ...network.steps[1], precision: 'int8', weightsAt: 448, scalesAt: 736, biasAt: 768 },
    { ...network.steps[2], weightsAt: 800, biasAt: 944 },
    network.steps[3],
  ]);
  expect(made.network.sizeBytes).toBe(960);
  expect(made.weights.length).toBe(960);

  const floats = new Float32Array(made.weights.buffer);
  expect([...floats.subarray(0, 112)]).toEqual([...numbers.subarray(0, 112)]);
  expect([...floats.subarray(768 / 4, 768 / 4 + 8)]).toEqual([...numbers.subarray(400, 408)]);
  expect([...floats.subarray(800 / 4, 800 / 4 + 36)]).toEqual([...numbers.subarray(408, 444)]);
  const integers = new Int8Array(made.weights.buffer, 448, 288);
  const greatestMiss = Math.max(
    ...integers.map((integer, index) =>
      Math.abs(integer * (floats[736 / 4 + (index % 8)] ?? 0) - (numbers[112 + index] ?? 0)),
    ),
  );
  expect(greatestMiss).toBeLessThan(1 / 127);
});

/** Approximates the quantiles of the normal distribution. @see Shore 1982 */
function bell(part: number): number {
  return part < 0.5 ? -bell(1 - part) : 5.5556 * (1 - ((1 - part) / part) ** 0.1186);
}
