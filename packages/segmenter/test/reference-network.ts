import type { Convolution, Network, NetworkStep } from '../src/engine/network.ts';
import { atLevel } from '../src/engine/at-level.ts';
import type { Size } from '../src/api/size.ts';

/** A tensor of planar float64 values. */
export interface ReferenceTensor extends Size {
  readonly channels: number;
  /** `channels × heightPx × widthPx` values. */
  readonly data: Float64Array;
}

/** Conversion of an image's bytes to the network's input: `(value − mean) / std`, per channel. */
export interface Normalisation {
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

/**
 * Runs a network step by step by its definition, with plain sums in double precision and no optimisation. The engine's
 * results must match.
 * @returns the last step's result, `heightPx × widthPx`.
 */
export function referenceMask(
  network: Network,
  weights: Uint8Array<ArrayBuffer>,
  pixels: Uint8ClampedArray,
  size: Size,
  normalisation: Normalisation,
): Float64Array {
  const tensors = new Map([['image', normalised(pixels, size, normalisation)]]);
  const get = (name: string) => {
    const tensor = tensors.get(name);
    if (!tensor) throw new Error(`no tensor ${name}`);
    return tensor;
  };
  let last = get('image');
  for (const step of network.steps) {
    last = run(step, get, weights.buffer, size);
    tensors.set(step.to, last);
  }
  return last.data;
}

function run(
  step: NetworkStep,
  get: (name: string) => ReferenceTensor,
  weights: ArrayBuffer,
  size: Size,
): ReferenceTensor {
  switch (step.kind) {
    case 'convolution':
      return convolve(joined(step.from.map(get)), step, weights);
    case 'max-pool':
      return maxPool(get(step.from));
    case 'resize':
      return resize(get(step.from), atLevel(size, step.level));
    case 'add': {
      const [a, b] = step.from.map(get);
      if (!a || !b) throw new Error('an addition wants two');
      return { ...a, data: a.data.map((value, index) => value + (b.data[index] ?? Number.NaN)) };
    }
    case 'sigmoid': {
      const from = get(step.from);
      return { ...from, data: from.data.map((value) => 1 / (1 + Math.exp(-value))) };
    }
    default:
      return step satisfies never;
  }
}

function normalised(pixels: Uint8ClampedArray, size: Size, { mean, std }: Normalisation): ReferenceTensor {
  const count = size.heightPx * size.widthPx;
  const data = Float64Array.from({ length: 3 * count }, (_, index) => {
    const channel = Math.floor(index / count);
    return ((pixels[(index % count) * 4 + channel] ?? 0) - (mean[channel] ?? 0)) / (std[channel] ?? 1);
  });
  return { ...size, channels: 3, data };
}

function joined(tensors: readonly ReferenceTensor[]): ReferenceTensor {
  const [first] = tensors;
  if (!first) throw new Error('nothing to join');
  const data = new Float64Array(tensors.reduce((sum, tensor) => sum + tensor.data.length, 0));
  let at = 0;
  for (const tensor of tensors) {
    data.set(tensor.data, at);
    at += tensor.data.length;
  }
  return { ...first, channels: tensors.reduce((sum, { channels }) => sum + channels, 0), data };
}

function convolve(from: ReferenceTensor, step: Convolution, weights: ArrayBuffer): ReferenceTensor {
  const { inputs, outputs, stride, dilation, relu } = step;
  const count = inputs * 9 * outputs;
  const isInt8 = step.precision === 'int8';
  const numbers = isInt8
    ? new Int8Array(weights, step.weightsAt, count)
    : new Float32Array(weights, step.weightsAt, count);
  const scales = isInt8 ? new Float32Array(weights, step.scalesAt, outputs) : new Float32Array(outputs).fill(1);
  const bias = new Float32Array(weights, step.biasAt, outputs);
  const heightPx = Math.ceil(from.heightPx / stride);
  const widthPx = Math.ceil(from.widthPx / stride);
  const data = new Float64Array(outputs * heightPx * widthPx);
  for (let output = 0; output < outputs; output += 1) {
    for (let y = 0; y < heightPx; y += 1) {
      for (let x = 0; x < widthPx; x += 1) {
        let sum = 0;
        for (let input = 0; input < inputs; input += 1) {
          for (let tap = 0; tap < 9; tap += 1) {
            const row = y * stride + (Math.floor(tap / 3) - 1) * dilation;
            const column = x * stride + ((tap % 3) - 1) * dilation;
            if (row < 0 || row >= from.heightPx || column < 0 || column >= from.widthPx) continue;
            const value = from.data[(input * from.heightPx + row) * from.widthPx + column] ?? Number.NaN;
            sum += value * (numbers[(input * 9 + tap) * outputs + output] ?? Number.NaN);
          }
        }
        const result = sum * (scales[output] ?? Number.NaN) + (bias[output] ?? Number.NaN);
        data[(output * heightPx + y) * widthPx + x] = relu ? Math.max(0, result) : result;
      }
    }
  }
  return { heightPx, widthPx, channels: outputs, data };
}

function maxPool(from: ReferenceTensor): ReferenceTensor {
  const heightPx = Math.ceil(from.heightPx / 2);
  const widthPx = Math.ceil(from.widthPx / 2);
  return make(from.channels, heightPx, widthPx, (channel, y, x) => {
    const rows = [2 * y, Math.min(2 * y + 1, from.heightPx - 1)];
    const columns = [2 * x, Math.min(2 * x + 1, from.widthPx - 1)];
    return Math.max(...rows.flatMap((row) => columns.map((column) => at(from, channel, row, column))));
  });
}

/** Interpolates linearly with aligned pixel centres, like ONNX's `linear` with `half_pixel`. */
function resize(from: ReferenceTensor, { heightPx, widthPx }: Size): ReferenceTensor {
  const place = (index: number, fromPx: number, toPx: number) => {
    const position = Math.max(0, ((index + 0.5) * fromPx) / toPx - 0.5);
    const before = Math.min(Math.floor(position), fromPx - 1);
    return { before, after: Math.min(before + 1, fromPx - 1), share: position - before };
  };
  return make(from.channels, heightPx, widthPx, (channel, y, x) => {
    const row = place(y, from.heightPx, heightPx);
    const column = place(x, from.widthPx, widthPx);
    const along = (line: number) =>
      at(from, channel, line, column.before) * (1 - column.share) +
      at(from, channel, line, column.after) * column.share;
    return along(row.before) * (1 - row.share) + along(row.after) * row.share;
  });
}

function at({ data, heightPx, widthPx }: ReferenceTensor, channel: number, y: number, x: number): number {
  return data[(channel * heightPx + y) * widthPx + x] ?? Number.NaN;
}

function make(
  channels: number,
  heightPx: number,
  widthPx: number,
  value: (channel: number, y: number, x: number) => number,
): ReferenceTensor {
  const data = new Float64Array(channels * heightPx * widthPx);
  for (let index = 0; index < data.length; index += 1) {
    const x = index % widthPx;
    const y = Math.floor(index / widthPx) % heightPx;
    data[index] = value(Math.floor(index / (widthPx * heightPx)), y, x);
  }
  return { heightPx, widthPx, channels, data };
}
