import { SegmenterError } from '../api/errors.ts';
import { growMemory } from '../wasm/grow-memory.ts';
import { type EnlargerStep, enlargerSteps, enlargerWeightCount } from './network-steps.ts';

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
    rectified: number,
    to: number,
    rows: number,
    columns: number,
  ) => void;
}

/** The network, ready to run on the calling thread. */
export interface EnlargerNetwork {
  /**
   * Doubles a tile.
   * @param widthPx width of the result's part of the tile, before the doubling, 1…`largestTilePx`; so is `heightPx`.
   * @param tile RGBA, 8-bit sRGB, with `enlargerReachPx` more pixels on each side; alpha is ignored.
   * @returns RGBA, opaque, `2 · widthPx × 2 · heightPx` pixels.
   */
  readonly run: (tile: Uint8ClampedArray, widthPx: number, heightPx: number) => Uint8ClampedArray<ArrayBuffer>;
}

/** Distance from a pixel to the farthest pixel that changes its enlargement. */
export const enlargerReachPx = enlargerSteps
  .filter(({ name }) => name !== 'look')
  .reduce((sum, { windowPx }) => sum + (windowPx - 1) / 2, 0);

/** Longest side of a tile. Its values take 12 MB, and a third of a second on one thread. */
export const largestTilePx = 96;

const floatBytes = 4;
/** Address of the weights. The kernels use no memory below it. */
const weightsAt = 1024;
const channelsInMemory = { picture: 4, details: 8, moreDetails: 8, features: 64, mixed: 64, narrowed: 32, spread: 16 };
/**
 * Number of pixels from row to row. The kernel computes four columns at a time, and reads a window beyond the last ones.
 */
const rowPx = Math.ceil((largestTilePx + 2 * enlargerReachPx) / 4) * 4 + 4;
/** Pixels after the last row that the kernel may read. */
const pixelsInMemory = rowPx * (largestTilePx + 2 * enlargerReachPx) + 16;

/**
 * Prepares the network to run on the calling thread.
 * @param module the compiled `assembly/enlarge`.
 * @throws {SegmenterError} `out-of-memory` when the browser refuses the memory, some 13 MB; `model-load-failed` when the
 *   number of weights is wrong.
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
  const places = placesOf(weightsAt + weights.length * floatBytes);
  growMemory(memory, places.endsAt);
  new Float32Array(memory.buffer, weightsAt, weights.length).set(weights);

  /** Runs a step whose window begins `offsetPx` after the first row and column of its input. */
  const run = (name: EnlargerStep['name'], { from, to, offsetPx = 0, rows, columns, rectified, adds }: RunOptions) => {
    const { windowPx, inputs, outputs, at } = stepNamed(name);
    const begin = from + offsetPx * (rowPx + 1) * inputs * floatBytes;
    const biasesAt = at + windowPx * windowPx * inputs * outputs * floatBytes;
    const width = Math.ceil(columns / 4) * 4;
    convolve(begin, rowPx, inputs, windowPx, at, biasesAt, adds ? 1 : 0, outputs, rectified, to, rows, width);
  };

  return {
    run(tile, widthPx, heightPx) {
      const { picture, details, moreDetails, features, mixed, narrowed, spread } = places;
      // Each step's result is smaller than its input by the window, down to the tile.
      const around = (marginPx: number) => ({ rows: heightPx + 2 * marginPx, columns: widthPx + 2 * marginPx });
      writePicture(new Float32Array(memory.buffer, picture), tile, around(enlargerReachPx));
      run('details', { from: picture, to: details, ...around(7), rectified: 4 });
      run('moreDetails', { from: details, to: moreDetails, ...around(6), rectified: 8 });
      run('look', { from: picture, to: features, offsetPx: 2, ...around(5), rectified: 0 });
      run('features', { from: moreDetails, to: features, ...around(5), rectified: 0, adds: true });
      run('mix', { from: features, to: mixed, ...around(3), rectified: 64 });
      run('narrow', { from: mixed, to: narrowed, ...around(2), rectified: 32 });
      run('spread', { from: narrowed, to: spread, ...around(1), rectified: 0 });
      // The first features are no longer needed.
      run('pixels', { from: spread, to: features, ...around(0), rectified: 0 });
      return readDoubled(new Float32Array(memory.buffer, features), widthPx, heightPx);
    },
  };
}

interface RunOptions {
  readonly from: number;
  readonly to: number;
  readonly offsetPx?: number;
  readonly rows: number;
  readonly columns: number;
  /** Number of outputs whose negative values become 0. */
  readonly rectified: number;
  /** True to add to the values in `to`. */
  readonly adds?: boolean;
}

/** Returns a step with the address of its weights. */
function stepNamed(name: EnlargerStep['name']): EnlargerStep & { readonly at: number } {
  let at = weightsAt;
  for (const step of enlargerSteps) {
    if (step.name === name) return { ...step, at };
    at += (step.windowPx * step.windowPx * step.inputs + 1) * step.outputs * floatBytes;
  }
  throw new Error(`there is no step ${name}`);
}

/** Returns the addresses of the steps' results, and of the end of the memory. */
function placesOf(start: number): Record<keyof typeof channelsInMemory | 'endsAt', number> {
  let next = Math.ceil(start / 64) * 64;
  const take = (channels: number) => {
    const at = next;
    next += pixelsInMemory * channels * floatBytes;
    return at;
  };
  return {
    picture: take(channelsInMemory.picture),
    details: take(channelsInMemory.details),
    moreDetails: take(channelsInMemory.moreDetails),
    features: take(channelsInMemory.features),
    mixed: take(channelsInMemory.mixed),
    narrowed: take(channelsInMemory.narrowed),
    spread: take(channelsInMemory.spread),
    endsAt: next,
  };
}

/** Writes the red, green and blue of each pixel, 0…255, as the network was trained. */
function writePicture(
  values: Float32Array,
  tile: Uint8ClampedArray,
  { rows, columns }: Readonly<Record<'rows' | 'columns', number>>,
): void {
  for (let row = 0, from = 0; row < rows; row += 1) {
    for (let column = 0, to = row * rowPx * 4; column < columns; column += 1, from += 4, to += 4) {
      values[to] = tile[from] ?? 0;
      values[to + 1] = tile[from + 1] ?? 0;
      values[to + 2] = tile[from + 2] ?? 0;
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
      doubled[to] = values[from] ?? 0;
      doubled[to + 1] = values[from + 1] ?? 0;
      doubled[to + 2] = values[from + 2] ?? 0;
      doubled[to + 3] = 255;
    }
  }
  return doubled;
}
