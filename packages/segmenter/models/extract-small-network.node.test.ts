import { expect, test } from 'vitest';

import { extractSmallNetwork } from './extract-small-network.ts';
import type { TfliteOperator } from './read-tflite.ts';

const [add, concatenate, convolution, toFloat32, maxPool, reshape, pad] = [0, 2, 3, 6, 17, 22, 34];

/** Returns an operator. @param options values by their fields; omitted ones are 0. */
function operator(
  code: number,
  inputs: number[],
  output: number,
  options: Readonly<Record<number, number>> = {},
): TfliteOperator {
  return { code, customName: '', inputs, outputs: [output], option: (field) => options[field] ?? 0 };
}

const computed = (...shape: number[]) => ({ shape, type: 0, bytes: new Uint8Array() });
const halves = (shape: number[], ...numbers: number[]) => ({
  shape,
  type: 1,
  bytes: new Uint8Array(Uint16Array.from(numbers).buffer),
});

/**
 * Returns a file with a 1 × 1 convolution from three channels to two.
 * @param options the convolution's padding, strides, fused function and dilations, by their fields.
 */
function fileOf(options: Readonly<Record<number, number>>, ...more: TfliteOperator[]) {
  const weights = halves([2, 1, 1, 3], 11, 12, 13, 21, 22, 23);
  const tensors = [computed(1, 4, 4, 3), weights, computed(2, 1, 1, 3), halves([2], 1, 2), computed(2)];
  const operators = [
    operator(toFloat32, [1], 2),
    operator(toFloat32, [3], 4),
    operator(convolution, [0, 2, 4], 5, options),
    ...more,
  ];
  return {
    tensors: [...tensors, computed(1, 4, 4, 2), computed(1, 4, 4, 2)],
    operators,
    inputs: [0],
    outputs: [4 + operators.length - 2],
  };
}

test('a convolution’s weights have the output channel innermost, filled with zeros to eight, and are followed by its biases', () => {
  const { graph, weights } = extractSmallNetwork(fileOf({ 1: 1, 2: 1 }));
  const filling = [0, 0, 0, 0, 0, 0];
  expect([...weights]).toEqual([11, 21, ...filling, 12, 22, ...filling, 13, 23, ...filling, 1, 2, ...filling]);
  expect(graph).toEqual({
    sidePx: 4,
    weightCount: 32,
    steps: [
      { kind: 'convolution', from: 0, to: 1, weights: 0, biases: 24, windowPx: 1, inputs: 3, outputs: 8, stride: 1 },
    ],
    outputs: [{ value: 1, channels: 2 }],
  });
});

/** Returns a file whose only operator has these inputs. */
function fileWith(only: TfliteOperator, shape: number[], result: number[], ...weights: ReturnType<typeof halves>[]) {
  const tensors = [
    computed(...shape),
    ...weights.flatMap((each) => [each, computed(...each.shape)]),
    computed(...result),
  ];
  const conversions = weights.map((_, at) => operator(toFloat32, [2 * at + 1], 2 * at + 2));
  return { tensors, operators: [...conversions, only], inputs: [0], outputs: only.outputs };
}

test('a convolution over the whole image without padding is a dense step', () => {
  const file = fileWith(
    operator(convolution, [0, 2, 4], 5, { 0: 1, 1: 2, 2: 2 }),
    [1, 2, 2, 3],
    [1, 1, 1, 1],
    halves([1, 2, 2, 3], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    halves([1], 13),
  );
  const { graph, weights } = extractSmallNetwork(file);
  expect(graph.steps).toEqual([{ kind: 'dense', from: 0, to: 1, weights: 0, biases: 96, inputs: 12, outputs: 8 }]);
  expect([...weights].filter((_, at) => at % 8 === 0)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});

test('reshaped and joined outputs are listed as the tensors that they consist of', () => {
  const { graph } = extractSmallNetwork({
    ...fileOf({ 1: 1, 2: 1 }, operator(reshape, [5], 6), operator(concatenate, [6, 6], 6)),
    outputs: [6],
  });
  expect(graph.outputs).toEqual([
    { value: 1, channels: 2 },
    { value: 1, channels: 2 },
  ]);
});

test.each([
  ['to nine', 9, [{ kind: 'widen', from: 1, to: 2, channels: 16 }]],
  ['to six, which the filling already has', 6, []],
])('channels appended %s', (_, channels, steps) => {
  const file = fileOf({ 1: 1, 2: 1 }, operator(pad, [5, 7], 6));
  const amounts = Int32Array.of(0, 0, 0, 0, 0, 0, 0, channels - 2);
  const tensors = [
    ...file.tensors.slice(0, 6),
    computed(1, 4, 4, channels),
    { shape: [4, 2], type: 2, bytes: new Uint8Array(amounts.buffer) },
  ];
  const { graph } = extractSmallNetwork({ ...file, tensors, outputs: [6] });
  expect(graph.steps.slice(1)).toEqual(steps);
  expect(graph.outputs).toEqual([{ value: 1 + steps.length, channels }]);
});

test.each([
  [
    'a pool of 3 × 3 pixels',
    fileOf({ 1: 1, 2: 1 }, operator(maxPool, [5], 6, { 1: 2, 2: 2, 3: 3, 4: 3 })),
    /a pool other than one that halves/,
  ],
  ['unequal strides', fileOf({ 1: 1, 2: 2 }), /strides 1 and 2 is not supported/],
  ['a rectifier fused to a convolution', fileOf({ 1: 1, 2: 1, 3: 1 }), /operator 3 with a function fused/],
  ['a window with gaps', fileOf({ 1: 1, 2: 1, 4: 2, 5: 2 }), /a window of 1 px/],
  [
    'a rectifier fused to a sum',
    fileOf({ 1: 1, 2: 1 }, operator(add, [5, 5], 6, { 0: 1 })),
    /operator 0 with a function fused/,
  ],
  ['an unknown operator', fileOf({ 1: 1, 2: 1 }, operator(99, [5], 6)), /operator 99 is not supported/],
  ['a tensor that no operator computes', fileOf({ 1: 1, 2: 1 }, operator(add, [5, 9], 6)), /tensor 9 is used before/],
])('a file with %s is rejected', (_, file, message) => {
  expect(() => extractSmallNetwork(file)).toThrow(message);
});
