import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Network, networkSchema, type NetworkStep } from '../engine/network.ts';
import { assembleOnnx } from './assemble-onnx.ts';

/**
 * A network with every kind of step, and convolutions that differ in stride, dilation, number of sources, ReLU and
 * precision.
 */
const network = networkSchema.parse({
  version: 1,
  sizeBytes: 4096,
  steps: [
    convolution({
      from: ['image'],
      to: 'input',
      inputs: 3,
      outputs: 5,
      stride: 2,
      precision: 'float32',
      weightsAt: 0,
      biasAt: 544,
    }),
    { kind: 'max-pool', from: 'input', to: 'small' },
    convolution({
      from: ['small'],
      to: 'wide',
      inputs: 5,
      outputs: 4,
      dilation: 2,
      relu: true,
      weightsAt: 576,
      scalesAt: 768,
      biasAt: 784,
    }),
    { kind: 'resize', from: 'wide', to: 'great', level: 1 },
    convolution({
      from: ['great', 'input'],
      to: 'joined',
      inputs: 9,
      outputs: 5,
      relu: true,
      weightsAt: 800,
      scalesAt: 1216,
      biasAt: 1248,
    }),
    { kind: 'add', from: ['joined', 'input'], to: 'sum' },
    convolution({
      from: ['sum'],
      to: 'side',
      inputs: 5,
      outputs: 1,
      precision: 'float32',
      weightsAt: 1280,
      biasAt: 1472,
    }),
    { kind: 'resize', from: 'side', to: 'full', level: 0 },
    { kind: 'sigmoid', from: 'full', to: 'mask' },
  ],
});
const weights = madeUpWeights(network);

describe.each([
  ['made from aligned weights', weights],
  ['made from weights at an odd offset in memory', within(weights, 13)],
])('the ONNX file %s', (_, bytes) => {
  let session: ort.InferenceSession;
  beforeAll(async () => {
    ort.env.wasm.numThreads = 1;
    const onnx = assembleOnnx(network, bytes, { input: 'input', output: 'output' });
    session = await ort.InferenceSession.create(onnx, { executionProviders: ['wasm'] });
  });
  afterAll(() => session.release());

  test.each([
    [16, 16],
    [13, 22],
    [37, 5],
    [7, 31],
  ])('computes what the steps define, at %i × %i', async (height, width) => {
    const image = { channels: 3, height, width, values: madeUp(3 * height * width, 0.5) };
    const input = new ort.Tensor('float32', image.values, [1, 3, height, width]);
    const { output } = await session.run({ input });
    const expected = run(network, weights, image);
    expect(output?.dims).toEqual([1, 1, height, width]);
    expect(greatestDifference(output?.data as Float32Array, expected.values)).toBeLessThan(1e-5);
    // A mask that is the same everywhere would agree with too much.
    expect(Math.max(...expected.values) - Math.min(...expected.values)).toBeGreaterThan(0.1);
  });
});

interface Picture {
  readonly channels: number;
  readonly height: number;
  readonly width: number;
  /** Values as `[channels][height][width]`. */
  readonly values: Float32Array<ArrayBuffer>;
}

/** Runs the steps one by one, each written plainly from its definition, in double precision inside. */
function run(network: Network, weights: Uint8Array, image: Picture): Picture {
  const numbers = new DataView(weights.buffer, weights.byteOffset);
  const tensors = new Map([['image', image]]);
  const tensor = (name: string) => tensors.get(name) ?? image;
  for (const step of network.steps) tensors.set(step.to, result(step));
  return tensor(network.steps.at(-1)?.to ?? '');

  function result(step: NetworkStep): Picture {
    switch (step.kind) {
      case 'convolution': {
        const source = stack(step.from.map(tensor));
        const weightAt = (index: number, output: number) =>
          step.precision === 'float32'
            ? numbers.getFloat32(step.weightsAt + 4 * index, true)
            : numbers.getInt8(step.weightsAt + index) * numbers.getFloat32((step.scalesAt ?? 0) + 4 * output, true);
        const size = { height: Math.ceil(source.height / step.stride), width: Math.ceil(source.width / step.stride) };
        return fill(step.outputs, size, (output, y, x) => {
          let sum = numbers.getFloat32(step.biasAt + 4 * output, true);
          for (let input = 0; input < step.inputs; input += 1) {
            for (let row = 0; row < 3; row += 1) {
              for (let column = 0; column < 3; column += 1) {
                const sourceY = y * step.stride + (row - 1) * step.dilation;
                const sourceX = x * step.stride + (column - 1) * step.dilation;
                const weight = weightAt(((input * 3 + row) * 3 + column) * step.outputs + output, output);
                sum += weight * at(source, input, sourceY, sourceX);
              }
            }
          }
          return step.relu ? Math.max(0, sum) : sum;
        });
      }
      case 'max-pool': {
        const source = tensor(step.from);
        return fill(source.channels, halved(source, 1), (channel, y, x) => {
          const inside = (row: number, column: number) => row < source.height && column < source.width;
          const four = [0, 1].flatMap((row) => [0, 1].map((column) => [2 * y + row, 2 * x + column] as const));
          return Math.max(...four.filter((place) => inside(...place)).map((place) => at(source, channel, ...place)));
        });
      }
      case 'resize': {
        const source = tensor(step.from);
        const size = halved(image, step.level);
        const place = (index: number, from: number, to: number) =>
          Math.min(from - 1, Math.max(0, ((index + 0.5) * from) / to - 0.5));
        return fill(source.channels, size, (channel, y, x) => {
          const [sourceY, sourceX] = [place(y, source.height, size.height), place(x, source.width, size.width)];
          const [top, left] = [Math.floor(sourceY), Math.floor(sourceX)];
          const [bottom, right] = [Math.min(top + 1, source.height - 1), Math.min(left + 1, source.width - 1)];
          const across = (row: number) =>
            at(source, channel, row, left) * (1 - sourceX + left) + at(source, channel, row, right) * (sourceX - left);
          return across(top) * (1 - sourceY + top) + across(bottom) * (sourceY - top);
        });
      }
      case 'add': {
        const [left, right] = step.from.map(tensor);
        return fill(left?.channels ?? 0, left ?? image, (...place) => at(left, ...place) + at(right, ...place));
      }
      case 'sigmoid': {
        const source = tensor(step.from);
        return fill(source.channels, source, (...place) => 1 / (1 + Math.exp(-at(source, ...place))));
      }
      default:
        return step satisfies never;
    }
  }
}

function fill(
  channels: number,
  { height, width }: { height: number; width: number },
  value: (channel: number, y: number, x: number) => number,
): Picture {
  const values = new Float32Array(channels * height * width);
  let index = 0;
  for (let channel = 0; channel < channels; channel += 1) {
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) values[index++] = value(channel, y, x);
    }
  }
  return { channels, height, width, values };
}

function at(picture: Picture | undefined, channel: number, y: number, x: number): number {
  if (!picture || y < 0 || x < 0 || y >= picture.height || x >= picture.width) return 0;
  return picture.values[(channel * picture.height + y) * picture.width + x] ?? 0;
}

function halved({ height, width }: Picture, times: number): { height: number; width: number } {
  const size = { height, width };
  for (let time = 0; time < times; time += 1) {
    size.height = Math.ceil(size.height / 2);
    size.width = Math.ceil(size.width / 2);
  }
  return size;
}

function stack(pictures: readonly Picture[]): Picture {
  const values = Float32Array.from(pictures.flatMap((picture) => [...picture.values]));
  const channels = pictures.reduce((sum, picture) => sum + picture.channels, 0);
  return { channels, height: pictures[0]?.height ?? 0, width: pictures[0]?.width ?? 0, values };
}

function convolution(facts: object): object {
  return { kind: 'convolution', stride: 1, dilation: 1, relu: false, precision: 'int8', ...facts };
}

function madeUpWeights({ sizeBytes, steps }: Network): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  const put = (offset: number, values: Int8Array | Float32Array) => bytes.set(new Uint8Array(values.buffer), offset);
  for (const step of steps) {
    if (step.kind !== 'convolution') continue;
    const values = madeUp(step.inputs * 9 * step.outputs, 0.4);
    put(step.weightsAt, step.precision === 'float32' ? values : Int8Array.from(values, (value) => value * 317));
    if (step.precision === 'int8')
      put(
        step.scalesAt,
        madeUp(step.outputs, 0.001).map((value) => 0.002 + value),
      );
    put(step.biasAt, madeUp(step.outputs, 0.2));
  }
  return bytes;
}

/** Returns numbers between −range and range that never repeat, the same each time. */
function madeUp(count: number, range: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: count }, (_, index) => range * Math.sin(index * index * 0.7 + index * 1.3 + 0.5));
}

function within(bytes: Uint8Array, offset: number): Uint8Array {
  const padded = new Uint8Array(offset + bytes.length);
  padded.set(bytes, offset);
  return padded.subarray(offset);
}

function greatestDifference(left: Float32Array, right: Float32Array): number {
  return Math.max(...left.map((value, index) => Math.abs(value - (right[index] ?? Number.NaN))));
}
