import { type Arena, layOutArena } from '../engine/arena.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import type { SmallNetworkGraph, SmallNetworkStep, StepOf } from './graph.ts';
import type { SmallNetworkKernels } from './kernels.ts';

/** A small network that is ready to run on the calling thread. */
export interface SmallNetwork {
  /** Side of the square images that it processes. */
  readonly sidePx: number;
  /**
   * Processes an image.
   * @param pixels `sidePx × sidePx` pixels, RGBA, 8-bit; alpha is ignored.
   * @returns the graph's outputs, in order: float32, row by row, with the channels of a pixel next to each other.
   */
  readonly run: (pixels: Uint8ClampedArray) => readonly Float32Array<ArrayBuffer>[];
}

const floatBytes = 4;
/** Address of the weights. The kernels use no memory below it. */
const weightsAt = 1024;

/** A step's result: float32, row by row, with the channels of a pixel next to each other. */
interface Value {
  readonly at: number;
  readonly rows: number;
  readonly columns: number;
  readonly channels: number;
}

/**
 * Prepares a small network to run on the calling thread. A run takes some tens of millions of multiplications.
 * @param module the compiled `assembly/small-network`.
 * @param weights as many as the graph declares.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory: some megabytes.
 */
export async function createSmallNetwork(
  module: WebAssembly.Module,
  { sidePx, black = 0, steps, outputs }: SmallNetworkGraph,
  weights: Float32Array,
): Promise<SmallNetwork> {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const kernels = exports as unknown as SmallNetworkKernels;
  const start = Math.ceil((weightsAt + weights.length * floatBytes) / 64) * 64;
  const kept = new Set(outputs.map(({ value }) => value));
  const { result: values, bytes } = layOutArena((arena) => layOut(steps, kept, sidePx, arena, start));
  growMemory(memory, start + bytes);
  new Float32Array(memory.buffer, weightsAt, weights.length).set(weights);
  const run = (pixels: Uint8ClampedArray) => {
    writeImage(new Float32Array(memory.buffer, values[0]?.at, sidePx * sidePx * 3), pixels, black);
    for (const step of steps) runStep(step, values, kernels, memory);
    return outputs.map(({ value, channels }) => readValue(memory, values[value] ?? nothing, channels));
  };
  return { sidePx, run };
}

function writeImage(values: Float32Array, pixels: Uint8ClampedArray, black: number): void {
  const scale = (1 - black) / 255;
  for (let from = 0, to = 0; to < values.length; from += 4, to += 3) {
    values[to] = black + (pixels[from] ?? 0) * scale;
    values[to + 1] = black + (pixels[from + 1] ?? 0) * scale;
    values[to + 2] = black + (pixels[from + 2] ?? 0) * scale;
  }
}

/** Copies the first channels of each pixel. */
function readValue(
  { buffer }: WebAssembly.Memory,
  { at, rows, columns, channels: stride }: Value,
  channels: number,
): Float32Array<ArrayBuffer> {
  const data = new Float32Array(buffer, at, rows * columns * stride);
  if (channels === stride) return data.slice();
  const copy = new Float32Array(rows * columns * channels);
  for (let pixel = 0; pixel < rows * columns; pixel += 1) {
    copy.set(data.subarray(pixel * stride, pixel * stride + channels), pixel * channels);
  }
  return copy;
}

/**
 * Returns the place of the image and of each step's result. A place is reused as soon as its last reader is done.
 * @param kept the results that are read after the last step.
 */
function layOut(
  steps: readonly SmallNetworkStep[],
  kept: ReadonlySet<number>,
  sidePx: number,
  arena: Arena,
  start: number,
): readonly Value[] {
  const lastReaders = new Map<number, number>();
  for (const [index, step] of steps.entries()) {
    for (const value of readBy(step)) lastReaders.set(value, index);
  }
  const offsets: number[] = [];
  const take = (size: Omit<Value, 'at'>): Value => {
    const offset = arena.take(size.rows * size.columns * size.channels * floatBytes);
    offsets.push(offset);
    return { at: start + offset, ...size };
  };
  const values = [take({ rows: sidePx, columns: sidePx, channels: 3 })];
  for (const [index, step] of steps.entries()) {
    values.push(take(sizeAfter(step, values[step.from])));
    for (const value of readBy(step)) {
      if (lastReaders.get(value) === index && !kept.has(value)) arena.giveBack(offsets[value] ?? 0);
    }
  }
  return values;
}

function readBy(step: SmallNetworkStep): ReadonlySet<number> {
  return new Set('by' in step ? [step.from, step.by] : [step.from]);
}

function sizeAfter(step: SmallNetworkStep, from: Value = nothing): Omit<Value, 'at'> {
  const { rows, columns, channels } = from;
  switch (step.kind) {
    case 'convolution':
    case 'depthwise': {
      const [height, width] = [Math.ceil(rows / step.stride), Math.ceil(columns / step.stride)];
      return { rows: height, columns: width, channels: step.kind === 'convolution' ? step.outputs : channels };
    }
    case 'dense':
      return { rows: 1, columns: 1, channels: step.outputs };
    case 'mean':
      return { rows: 1, columns: 1, channels };
    case 'max-pool':
      return { rows: rows / 2, columns: columns / 2, channels };
    case 'widen':
      return { rows, columns, channels: step.channels };
    case 'double':
      return { rows: 2 * rows, columns: 2 * columns, channels };
    case 'unfold':
      return { rows: 2 * rows, columns: 2 * columns, channels: 1 };
    case 'relu':
    case 'parametric-relu':
    case 'hard-swish':
    case 'sigmoid':
    case 'add':
    case 'multiply':
      return { rows, columns, channels };
    default:
      return step satisfies never;
  }
}

const nothing: Value = { at: 0, rows: 0, columns: 0, channels: 0 };

function runStep(
  step: SmallNetworkStep,
  values: readonly Value[],
  kernels: SmallNetworkKernels,
  memory: WebAssembly.Memory,
): void {
  const from = values[step.from] ?? nothing;
  const to = values[step.to]?.at ?? 0;
  const { at, rows, columns, channels } = from;
  const count = rows * columns * channels;
  switch (step.kind) {
    case 'convolution': {
      const { inputs, windowPx, stride, outputs } = step;
      const [weights, biases] = [addressOf(step.weights), addressOf(step.biases)];
      return kernels.convolve(at, rows, columns, inputs, weights, biases, windowPx, stride, outputs, to);
    }
    case 'depthwise': {
      const { windowPx, stride } = step;
      const [weights, biases] = [addressOf(step.weights), addressOf(step.biases)];
      return kernels.convolveByChannel(at, rows, columns, channels, weights, biases, windowPx, stride, to);
    }
    case 'dense': {
      const { inputs, outputs } = step;
      const [weights, biases] = [addressOf(step.weights), addressOf(step.biases)];
      return kernels.convolve(at, 1, 1, inputs, weights, biases, 1, 1, outputs, to);
    }
    case 'relu':
      return kernels.relu(at, count, to);
    case 'parametric-relu':
      return kernels.parametricRelu(at, count, addressOf(step.slopes), channels, to);
    case 'hard-swish':
      return kernels.hardSwish(at, count, to);
    case 'sigmoid':
      return sigmoid(new Float32Array(memory.buffer, at, count), new Float32Array(memory.buffer, to, count));
    case 'mean':
      return kernels.average(at, rows * columns, channels, to);
    case 'double':
      return kernels.double(at, rows, columns, channels, to);
    case 'max-pool':
      return kernels.maxPool(at, rows, columns, channels, to);
    case 'widen':
      return kernels.widen(at, rows * columns, channels, step.channels, to);
    case 'add':
    case 'multiply': {
      const by = values[step.by] ?? nothing;
      return kernels[step.kind](at, count, by.at, by.rows * by.columns * by.channels, to);
    }
    case 'unfold':
      return unfold(memory, from, step, to);
    default:
      return step satisfies never;
  }
}

/**
 * Returns the address of a weight.
 * @param place index of the number among the weights.
 */
function addressOf(place: number): number {
  return weightsAt + place * floatBytes;
}

function sigmoid(from: Float32Array, to: Float32Array): void {
  for (let at = 0; at < from.length; at += 1) to[at] = 1 / (1 + Math.exp(-(from[at] ?? 0)));
}

/** This step runs once and on few values, so it needs no kernel. */
function unfold(
  { buffer }: WebAssembly.Memory,
  { at, rows, columns }: Value,
  { weights, biases, inputs }: StepOf<'unfold'>,
  to: number,
): void {
  const data = new Float32Array(buffer, at, rows * columns * inputs);
  const weight = new Float32Array(buffer, addressOf(weights), 4 * inputs);
  const [bias = 0] = new Float32Array(buffer, addressOf(biases), 1);
  const width = 2 * columns;
  const result = new Float32Array(buffer, to, 2 * rows * width);
  for (let y = 0, place = 0; y < 2 * rows; y += 1) {
    for (let x = 0; x < width; x += 1, place += 1) {
      const pixel = ((y >> 1) * columns + (x >> 1)) * inputs;
      const corner = ((y & 1) * 2 + (x & 1)) * inputs;
      let sum = bias;
      for (let input = 0; input < inputs; input += 1) sum += (data[pixel + input] ?? 0) * (weight[corner + input] ?? 0);
      result[place] = sum;
    }
  }
}
