import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { createSmallNetwork } from './create-small-network.ts';
import type { SmallNetworkStep } from './graph.ts';

const kernels = new WebAssembly.Module(readFileSync(new URL('../../kernels/small-network.wasm', import.meta.url)));

/** Rows of columns of channels, in double precision. */
type Plane = readonly (readonly (readonly number[])[])[];

const sidePx = 12;
const generator = createRandom(7);
const random = () => generator.number();
const pixels = Uint8ClampedArray.from({ length: sidePx * sidePx * 4 }, () => Math.floor(random() * 256));
const picture: Plane = rowsOf(sidePx, sidePx, (y, x) =>
  [0, 1, 2].map((channel) => (pixels[(y * sidePx + x) * 4 + channel] ?? 0) / 255),
);

function rowsOf(rows: number, columns: number, at: (y: number, x: number) => readonly number[]): Plane {
  return Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (__, x) => at(y, x)));
}

/** The network ends in one channel of the image's size, so the first step halves the size. */
const weights = Float32Array.from({ length: 4000 }, () => random() - 0.5);
const first: SmallNetworkStep = {
  kind: 'convolution',
  from: 0,
  to: 1,
  weights: 0,
  biases: 3 * 3 * 3 * 8,
  windowPx: 3,
  inputs: 3,
  outputs: 8,
  stride: 2,
};
const lastWeights = 3000;
const last = (from: number): SmallNetworkStep => ({
  kind: 'unfold',
  from,
  to: from + 1,
  weights: lastWeights,
  biases: lastWeights + 32,
  inputs: 8,
});

/**
 * Calls `sumAt` for each pixel of a window. The padding before the first pixel equals that after the last, or is one
 * less.
 */
function windowSums(
  from: Plane,
  stride: number,
  windowPx: number,
  sumAt: (place: number, pixel: readonly number[]) => void,
) {
  const rows = from.length;
  const before = Math.floor(Math.max(0, (Math.ceil(rows / stride) - 1) * stride + windowPx - rows) / 2);
  return (y: number, x: number) => {
    for (let row = 0; row < windowPx; row += 1) {
      for (let column = 0; column < windowPx; column += 1) {
        const pixel = from[y * stride - before + row]?.[x * stride - before + column];
        if (pixel) sumAt(row * windowPx + column, pixel);
      }
    }
  };
}

function convolved(
  from: Plane,
  place: number,
  biases: number,
  windowPx: number,
  stride: number,
  outputs: number,
): Plane {
  const inputs = from[0]?.[0]?.length ?? 0;
  const side = Math.ceil(from.length / stride);
  return rowsOf(side, side, (y, x) => {
    const sums = Array.from({ length: outputs }, (_, output) => weights[biases + output] ?? 0);
    windowSums(from, stride, windowPx, (at, pixel) => {
      for (const [input, value] of pixel.entries()) {
        for (const output of sums.keys()) {
          sums[output] = (sums[output] ?? 0) + value * (weights[place + (at * inputs + input) * outputs + output] ?? 0);
        }
      }
    })(y, x);
    return sums;
  });
}

function byChannel(from: Plane, place: number, biases: number, windowPx: number, stride: number): Plane {
  const channels = from[0]?.[0]?.length ?? 0;
  const side = Math.ceil(from.length / stride);
  return rowsOf(side, side, (y, x) => {
    const sums = Array.from({ length: channels }, (_, channel) => weights[biases + channel] ?? 0);
    windowSums(from, stride, windowPx, (at, pixel) => {
      for (const [channel, value] of pixel.entries()) {
        sums[channel] = (sums[channel] ?? 0) + value * (weights[place + at * channels + channel] ?? 0);
      }
    })(y, x);
    return sums;
  });
}

const each = (from: Plane, change: (value: number, channel: number) => number): Plane =>
  from.map((row) => row.map((pixel) => pixel.map(change)));

function doubled(from: Plane): Plane {
  const between = (place: number) => {
    const wanted = Math.min(Math.max((place + 0.5) / 2 - 0.5, 0), from.length - 1);
    const before = Math.floor(wanted);
    return [before, Math.min(before + 1, from.length - 1), wanted - before] as const;
  };
  return rowsOf(from.length * 2, from.length * 2, (y, x) => {
    const [[upper, lower, down], [left, right, across]] = [between(y), between(x)];
    const at = (row: number, column: number) => from[row]?.[column] ?? [];
    return at(upper, left).map((value, channel) => {
      const above = value + ((at(upper, right)[channel] ?? 0) - value) * across;
      const [one = 0, other = 0] = [at(lower, left)[channel], at(lower, right)[channel]];
      return above + (one + (other - one) * across - above) * down;
    });
  });
}

function unfolded(from: Plane): readonly number[] {
  return rowsOf(from.length * 2, from.length * 2, (y, x) => {
    const pixel = from[y >> 1]?.[x >> 1] ?? [];
    const corner = lastWeights + ((y & 1) * 2 + (x & 1)) * 8;
    return [
      pixel.reduce((sum, value, input) => sum + value * (weights[corner + input] ?? 0), weights[lastWeights + 32] ?? 0),
    ];
  }).flat(2);
}

const halved = convolved(picture, 0, 216, 3, 2, 8);
const channelMeans = halved[0]?.[0]?.map(
  (_, channel) => halved.flat().reduce((sum, pixel) => sum + (pixel[channel] ?? 0), 0) / halved.flat().length,
);
const depthwise = { kind: 'depthwise', from: 1, to: 2, weights: 500, biases: 1000, windowPx: 5, channels: 8 } as const;

test.each<[string, readonly SmallNetworkStep[], Plane]>([
  ['a convolution with strides', [], halved],
  [
    'a convolution of 1 × 1 px',
    [{ ...first, from: 1, to: 2, weights: 600, biases: 700, windowPx: 1, inputs: 8, stride: 1 }],
    convolved(halved, 600, 700, 1, 1, 8),
  ],
  ['a depthwise convolution', [{ ...depthwise, stride: 1 }], byChannel(halved, 500, 1000, 5, 1)],
  [
    'a depthwise convolution with strides, followed by doubling,',
    [
      { ...depthwise, stride: 2 },
      { kind: 'double', from: 2, to: 3 },
    ],
    doubled(byChannel(halved, 500, 1000, 5, 2)),
  ],
  ['a ReLU', [{ kind: 'relu', from: 1, to: 2 }], each(halved, (value) => Math.max(0, value))],
  [
    'a hard swish',
    [{ kind: 'hard-swish', from: 1, to: 2 }],
    each(halved, (value) => (value * Math.min(Math.max(value + 3, 0), 6)) / 6),
  ],
  ['a sigmoid', [{ kind: 'sigmoid', from: 1, to: 2 }], each(halved, (value) => 1 / (1 + Math.exp(-value)))],
  [
    'a sum of two',
    [
      { kind: 'relu', from: 1, to: 2 },
      { kind: 'add', from: 2, by: 1, to: 3 },
    ],
    each(halved, (value) => Math.max(0, value) + value),
  ],
  [
    'a product with the means',
    [
      { kind: 'mean', from: 1, to: 2 },
      { kind: 'multiply', from: 1, by: 2, to: 3 },
    ],
    each(halved, (value, channel) => value * (channelMeans?.[channel] ?? 0)),
  ],
])('%s equals the plain sums', async (_, steps, expected) => {
  const all = [first, ...steps, last(steps.length + 1)];
  const outputs = [{ value: all.length, channels: 1 }];
  const { run } = await createSmallNetwork(
    kernels,
    { sidePx, weightCount: weights.length, steps: all, outputs },
    weights,
  );
  for (const [mask] of [run(pixels), run(pixels)]) expectClose(mask, unfolded(expected));
});

function expectClose(values: Float32Array | undefined, expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length);
  expect(Math.max(...expected.map((value, at) => Math.abs(value - (values?.[at] ?? NaN))))).toBeLessThan(1e-5);
}

const slopes = weights.subarray(1500, 1508);
const pooled = rowsOf(3, 3, (y, x) =>
  Array.from({ length: 8 }, (_, channel) =>
    Math.max(...[0, 1, 2, 3].map((corner) => halved[2 * y + (corner >> 1)]?.[2 * x + (corner & 1)]?.[channel] ?? NaN)),
  ),
);

test.each<[string, SmallNetworkStep, Plane]>([
  [
    'a parametric ReLU',
    { kind: 'parametric-relu', from: 1, to: 2, slopes: 1500, channels: 8 },
    each(halved, (value, channel) => (value < 0 ? value * (slopes[channel] ?? 0) : value)),
  ],
  ['a maximum of 2 × 2 pixels', { kind: 'max-pool', from: 1, to: 2 }, pooled],
  [
    'added channels',
    { kind: 'widen', from: 1, to: 2, channels: 16 },
    halved.map((row) => row.map((pixel) => [...pixel, 0, 0, 0, 0, 0, 0, 0, 0])),
  ],
  [
    'a dense step',
    { kind: 'dense', from: 1, to: 2, weights: 100, biases: 50, inputs: 6 * 6 * 8, outputs: 8 },
    [
      [
        Array.from({ length: 8 }, (_, output) =>
          halved
            .flat(2)
            .reduce(
              (sum, value, input) => sum + value * (weights[100 + input * 8 + output] ?? 0),
              weights[50 + output] ?? 0,
            ),
        ),
      ],
    ],
  ],
])('%s equals the plain sums, beside an earlier output', async (_, step, expected) => {
  const outputs = [
    { value: 2, channels: expected[0]?.[0]?.length ?? 0 },
    { value: 1, channels: 5 },
  ];
  const graph = { sidePx, weightCount: weights.length, steps: [first, step], outputs };
  const { run } = await createSmallNetwork(kernels, graph, weights);
  const [result, earlier] = run(pixels);
  expectClose(result, expected.flat(2));
  expectClose(
    earlier,
    halved.flat().flatMap((pixel) => pixel.slice(0, 5)),
  );
});

test('black is −1 for a network that declares it', async () => {
  const outputs = [{ value: 1, channels: 8 }];
  const graph = { sidePx, black: -1 as const, weightCount: weights.length, steps: [first], outputs };
  const { run } = await createSmallNetwork(kernels, graph, weights);
  const signed = each(picture, (value) => 2 * value - 1);
  expectClose(run(pixels)[0], convolved(signed, 0, 216, 3, 2, 8).flat(2));
});
