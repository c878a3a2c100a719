import type { Size } from '../api/size.ts';
import type { PlacedWeights } from './weights.ts';
import { preparedSide } from './weights.ts';

/** A tensor in memory: float32, row by row, with the channels of a pixel next to each other. */
export interface PlacedTensor extends Size {
  readonly at: number;
  readonly channels: number;
}

/** The division of one convolution into pieces that fit the caches. */
export interface LayerLayout {
  /** Returns the fields of the class `Layer` of `assembly/network/layer.ts`, given the tensors' addresses. */
  numbers(tensors: {
    readonly from: readonly PlacedTensor[];
    readonly residual: number;
    readonly to: number;
    /**
     * Address of the `sharedBytes`. For prepared weights it holds these weights, for stored ones the transformed source
     * of all tiles.
     */
    readonly shared: number;
  }): readonly number[];
  /** Number of outputs along a tile's side. */
  readonly side: 4 | 6;
  /** Bytes for each thread, and bytes that all threads share. */
  readonly scratchBytes: number;
  readonly sharedBytes: number;
  /** Number of multiplications. */
  readonly cost: number;
}

/** Number of fields of `Layer`. */
export const layerNumbers = 28;

const floatBytes = 4;
const quadBytes = 16;
/** Scratch of the inverse transform: an intermediate tile, a tile, and a `Finish`. */
const transformBytes = 88 * quadBytes;
/** Offset at which the forward transform puts a tile that must be gathered first. */
const gatheredAt = 64 * quadBytes;

/** Number of tiles that the product processes at once. */
const productRows = 6;
/**
 * Inputs of a product at once. Weights that are prepared in advance are only read, and longer sums need fewer passes
 * over the results. Weights that are prepared on the fly are written first, and should still be in this thread's cache
 * when they are read: 64 × 64 of them in 64 points are a mebibyte.
 */
const maxInputs = { prepared: 256, stored: 64 };
/** Outputs at once of weights that are prepared on the fly. */
const maxOutputs = 64;
/**
 * Returns the number of tiles in a block: enough to fill the product's rows twice, so that a block's transforms stay in
 * this thread's cache while weights are streamed from the shared cache. Weights that do not fit the shared cache either
 * need more tiles per fetch. Filling the product's rows sixteen times would take 1 % less time and need 10 MB more for
 * IS-Net at 768 px.
 */
const blockTilesFor = (weights: number) => (weights <= 256 * 128 ? 12 : 36);

/**
 * Returns the distance from one point's matrix to the next: one cache line more than an even number of lines. Points
 * are written and read across the matrices. With a round distance they would fall into a few sets of the cache and
 * evict each other.
 */
const spaced = (bytes: number) => Math.ceil(bytes / 128) * 128 + 64;

/** Returns the number of tiles of a dilated convolution. Each of its `dilation²` phases is divided separately. */
function countTiles({ heightPx, widthPx }: Size, dilation: number, side: number): number {
  const along = (px: number) => Math.ceil(Math.ceil(px / dilation) / side);
  return along(heightPx) * along(widthPx) * dilation ** 2;
}

/** Cost of preparing a weight for one point, in products with tiles. */
const preparingCost = 4;

/**
 * Returns the cheaper side for weights that are prepared on the fly. Tiles of 6 × 6 save a fifth of the
 * multiplications, unless too many of them extend beyond the edge, or there are so few that preparing 64 points instead
 * of 36 costs more.
 */
function cheaperSide(size: Size, dilation: number): 4 | 6 {
  const cost = (side: number) => {
    const rows = Math.ceil(countTiles(size, dilation, side) / productRows) * productRows;
    return (rows + preparingCost) * (side + 2) ** 2;
  };
  return cost(6) < cost(4) ? 6 : 4;
}

export function layOutLayer(weights: PlacedWeights, size: Size, widestSource: number, threads: number): LayerLayout {
  const { convolution, kind } = weights;
  const { inputs, outputs, dilation } = convolution;
  const isPrepared = kind === 'prepared';
  const side = isPrepared ? preparedSide : cheaperSide(size, dilation);
  const points = (side + 2) ** 2;
  const tiles = countTiles(size, dilation, side);
  const blockTiles = evenShare(tiles, blockTilesFor(inputs * outputs), productRows, threads);
  const heldTiles = isPrepared ? blockTiles : Math.ceil(tiles / productRows) * productRows;
  // Every thread should have a part, in multiples of eight.
  const heldOutputs = isPrepared ? outputs : Math.min(maxOutputs, Math.ceil(outputs / threads / 8) * 8);
  const blockInputs = Math.min(inputs, maxInputs[isPrepared ? 'prepared' : 'stored']);

  const sourcePointBytes = spaced(heldTiles * inputs * floatBytes);
  const resultPointBytes = spaced(heldTiles * heldOutputs * floatBytes);
  const preparedPointBytes = isPrepared ? 0 : spaced(blockInputs * heldOutputs * floatBytes);

  let end = Math.max(transformBytes, gatheredAt + points * widestSource * floatBytes);
  const place = (bytes: number) => {
    const at = Math.ceil(end / 64) * 64;
    end = at + bytes;
    return at;
  };
  const ownSources = isPrepared ? place(points * sourcePointBytes) : 0;
  const preparedWeights = place(points * preparedPointBytes);
  const results = place(points * resultPointBytes);

  return {
    scratchBytes: end,
    sharedBytes: isPrepared ? points * inputs * outputs * floatBytes : points * sourcePointBytes,
    side,
    cost: tiles * points * inputs * outputs,
    numbers: ({ from: [a, b], residual, to, shared }) => [
      a?.at ?? 0,
      a?.channels ?? 0,
      a?.heightPx ?? 0,
      a?.widthPx ?? 0,
      b?.at ?? 0,
      b?.channels ?? 0,
      b?.heightPx ?? 0,
      b?.widthPx ?? 0,
      size.heightPx,
      size.widthPx,
      dilation,
      isPrepared ? shared : weights.weights,
      weights.scales,
      weights.bias,
      outputs,
      convolution.relu ? 1 : 0,
      residual,
      to,
      side,
      blockTiles,
      blockInputs,
      heldOutputs,
      isPrepared ? ownSources : shared,
      sourcePointBytes,
      results,
      resultPointBytes,
      preparedWeights,
      preparedPointBytes,
    ],
  };
}

/** Cost of fetching the weights for a block, in products with tiles. */
const fetchingCost = 3;

/**
 * Divides into blocks so that the thread with the most of them finishes as early as possible: no thread waits long for
 * another's last block.
 * @returns the block size: at most `max`, and a multiple of `step`, of which `max` is a multiple too.
 */
function evenShare(count: number, max: number, step: number, threads: number): number {
  const costOfOne = (size: number) => Math.ceil(Math.ceil(count / size) / threads) * (size + fetchingCost);
  let best = max;
  for (let size = max - step; size > 0; size -= step) {
    if (costOfOne(size) < costOfOne(best)) best = size;
  }
  return best;
}
