import { SegmenterError } from '../api/errors.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import {
  additionSteps,
  type EnlargerStep,
  enlargerWeightCount,
  layerCount,
  layerSteps,
  numbersOf,
} from './network-steps.ts';

/** The export of `assembly/enlarge`, which describes it. Addresses are bytes in its memory. */
interface EnlargerKernels {
  readonly convolve: (
    from: number,
    rowPx: number,
    inputs: number,
    windowPx: number,
    weights: number,
    biases: number,
    adds: number,
    outputs: number,
    splits: number,
    to: number,
    rows: number,
    columns: number,
  ) => void;
}

/** The network, ready to run on the calling thread. */
export interface EnlargerNetwork {
  /**
   * Doubles a tile.
   * @param tile RGBA, 8-bit sRGB, with `enlargerReachPx` more pixels on each side; alpha is ignored.
   * @param widthPx width of the tile without these pixels, 1…`largestTilePx`; so is `heightPx`.
   * @returns RGBA, opaque, `2 · widthPx × 2 · heightPx` pixels.
   */
  readonly run: (tile: Uint8ClampedArray, widthPx: number, heightPx: number) => Uint8ClampedArray<ArrayBuffer>;
}

/** Distance from a pixel to the farthest pixel that changes its enlargement. */
export const enlargerReachPx = layerCount;

/** Longest side of a tile. Its values take 4 MB, and some 30 ms on one thread. */
export const largestTilePx = 128;

const floatBytes = 4;
/** Address of the weights. The kernels use no memory below it. */
const weightsAt = 1024;
/** Number of channels of a layer's result, and of the network's. */
const channels = 16;
/**
 * Number of pixels from row to row. The kernel computes four columns at a time, and reads a window beyond the last ones.
 */
const rowPx = Math.ceil((largestTilePx + 2 * enlargerReachPx) / 4) * 4 + 4;
/** Pixels after the last row may be read, too. */
const pixelsInMemory = rowPx * (largestTilePx + 2 * enlargerReachPx) + 16;

/** A step with the addresses of its weights. */
interface PlacedStep extends EnlargerStep {
  readonly weights: number;
  readonly biases: number;
}

/**
 * Prepares the network to run on the calling thread.
 * @param module the compiled `assembly/enlarge`.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory, some 5 MB; `model-load-failed` when the number
 *   of weights is wrong.
 */
export async function createEnlargerNetwork(
  module: WebAssembly.Module,
  weights: Float32Array,
): Promise<EnlargerNetwork> {
  if (weights.length !== enlargerWeightCount) {
    throw new SegmenterError('model-load-failed', `${weights.length} weights instead of ${enlargerWeightCount}`);
  }
  const memory = new WebAssembly.Memory({ initial: 1 });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const { convolve } = exports as unknown as EnlargerKernels;
  const doubling = doublingWeights();
  const [layers = [], additions = [], [doublingStep] = []] = placed([layerSteps, additionSteps, [doublingStepOf]]);
  // An addition does not read its biases, so the sum begins with those of the first one.
  const startStep = doublingStep && { ...doublingStep, biases: additions[0]?.biases ?? doublingStep.biases };
  const picture = Math.ceil((weightsAt + (weights.length + doubling.length) * floatBytes) / 64) * 64;
  // A layer reads one of these values and writes the other.
  const one = picture + pixelsInMemory * 4 * floatBytes;
  const other = one + pixelsInMemory * channels * floatBytes;
  const result = other + pixelsInMemory * channels * floatBytes;
  growMemory(memory, result + pixelsInMemory * channels * floatBytes);
  new Float32Array(memory.buffer, weightsAt).set(weights);
  new Float32Array(memory.buffer, weightsAt + weights.length * floatBytes).set(doubling);

  /** Runs a step whose window begins `offsetPx` after the first row and column of its input. */
  const run = (step: PlacedStep | undefined, from: number, to: number, options: RunOptions) => {
    if (!step) return;
    const { inputs, outputs, windowPx } = step;
    const { offsetPx = 0, adds = false, splits = false, rows, columns } = options;
    const begin = from + offsetPx * (rowPx + 1) * inputs * floatBytes;
    const width = Math.ceil(columns / 4) * 4;
    const flags = [Number(adds), Number(splits)] as const;
    convolve(begin, rowPx, inputs, windowPx, step.weights, step.biases, flags[0], outputs, flags[1], to, rows, width);
  };

  return {
    run(tile, widthPx, heightPx) {
      const around = (marginPx: number) => ({ rows: heightPx + 2 * marginPx, columns: widthPx + 2 * marginPx });
      writePicture(new Float32Array(memory.buffer, picture), tile, around(enlargerReachPx));
      run(startStep, picture, result, { ...around(0), offsetPx: enlargerReachPx - 1 });
      let [from, to] = [picture, one];
      for (const [index, layer] of layers.entries()) {
        // Each layer's result is smaller than its input by the window, down to the tile.
        const marginPx = layerCount - 1 - index;
        run(layer, from, to, { ...around(marginPx), splits: true });
        run(additions[index], to, result, { ...around(0), offsetPx: marginPx, adds: true });
        [from, to] = [to, to === one ? other : one];
      }
      return readDoubled(new Float32Array(memory.buffer, result), widthPx, heightPx);
    },
  };
}

interface RunOptions {
  readonly rows: number;
  readonly columns: number;
  readonly offsetPx?: number;
  /** True to add to the values that are there. */
  readonly adds?: boolean;
  /** True to split the results into their signs. */
  readonly splits?: boolean;
}

/** Returns the steps with their addresses, in the order of the weights. */
function placed(groups: readonly (readonly EnlargerStep[])[]): readonly PlacedStep[][] {
  let next = weightsAt;
  return groups.map((steps) =>
    steps.map((step) => {
      const weights = next;
      next += numbersOf(step) * floatBytes;
      return { ...step, weights, biases: next - step.outputs * floatBytes };
    }),
  );
}

/** The linear interpolation between pixels, to which the layers add. It is a convolution as well. */
const doublingStepOf: EnlargerStep = { windowPx: 3, inputs: 4, outputs: channels };

function doublingWeights(): Float32Array {
  const weights = new Float32Array(numbersOf(doublingStepOf));
  /** Shares of the pixel before, the pixel itself and the one after, for the first and the second new pixel. */
  const shares = [
    [0.25, 0.75, 0],
    [0, 0.75, 0.25],
  ] as const;
  for (let output = 0; output < channels; output += 1) {
    const [corner, colour] = [output >> 2, output & 3];
    for (let place = 0; place < 9; place += 1) {
      const share = (shares[corner >> 1]?.[Math.floor(place / 3)] ?? 0) * (shares[corner & 1]?.[place % 3] ?? 0);
      weights[((output >> 3) * 9 * 4 + place * 4 + colour) * 8 + (output & 7)] = share;
    }
  }
  return weights;
}

/** Writes the red, green and blue of each pixel, 0…1. */
function writePicture(
  values: Float32Array,
  tile: Uint8ClampedArray,
  { rows, columns }: Readonly<Record<'rows' | 'columns', number>>,
): void {
  for (let row = 0, from = 0; row < rows; row += 1) {
    for (let column = 0, to = row * rowPx * 4; column < columns; column += 1, from += 4, to += 4) {
      values[to] = (tile[from] ?? 0) / 255;
      values[to + 1] = (tile[from + 1] ?? 0) / 255;
      values[to + 2] = (tile[from + 2] ?? 0) / 255;
    }
  }
}

/** Reads the four pixels that each pixel became. */
function readDoubled(values: Float32Array, widthPx: number, heightPx: number): Uint8ClampedArray<ArrayBuffer> {
  const doubled = new Uint8ClampedArray(4 * widthPx * heightPx * 4);
  for (let row = 0, to = 0; row < 2 * heightPx; row += 1) {
    for (let column = 0; column < 2 * widthPx; column += 1, to += 4) {
      const corner = (row & 1) * 2 + (column & 1);
      const from = (((row >> 1) * rowPx + (column >> 1)) * 4 + corner) * 4;
      doubled[to] = (values[from] ?? 0) * 255;
      doubled[to + 1] = (values[from + 1] ?? 0) * 255;
      doubled[to + 2] = (values[from + 2] ?? 0) * 255;
      doubled[to + 3] = 255;
    }
  }
  return doubled;
}
