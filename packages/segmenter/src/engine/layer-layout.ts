import type { Size } from '../api/size.ts';
import type { PlacedWeights } from './weights.ts';
import { preparedSide } from './weights.ts';

/** A tensor in memory: float32, row by row, the channels of a pixel side by side. */
export interface PlacedTensor extends Size {
  readonly at: number;
  readonly channels: number;
}

/** How one convolution is cut into pieces that fit the caches. */
export interface LayerLayout {
  /** The numbers of the structure `Layer` of `assembly/network/layer.ts`, once the tensors' places are known. */
  numbers(tensors: {
    readonly from: readonly PlacedTensor[];
    readonly residual: number;
    readonly to: number;
    /**
     * Where `sharedBytes` may stand: for prepared weights themselves, for stored ones the transformed source of all
     * tiles.
     */
    readonly shared: number;
  }): readonly number[];
  /** Outputs along a tile's side. */
  readonly side: 4 | 6;
  /** The bytes for each thread, and those that all threads share. */
  readonly scratchBytes: number;
  readonly sharedBytes: number;
  /** Multiplications. */
  readonly cost: number;
}

/** How many numbers `Layer` has. */
export const layerNumbers = 28;

const floatBytes = 4;
const quadBytes = 16;
/** What transforming back wants: a tile half way, a tile, and how it ends. */
const transformBytes = 88 * quadBytes;
/** Where transforming there puts a tile that it must gather first. */
const gatheredAt = 64 * quadBytes;

/** The product works on as many tiles at once. */
const productRows = 6;
/**
 * Inputs of a product at once. Weights that are prepared whole are only read, and longer sums are fewer rounds through
 * the results; those that are prepared on the way are written first, and what was just written should still be in this
 * thread's cache: 64 × 64 of them in 64 points are a mebibyte.
 */
const maxInputs = { prepared: 256, stored: 64 };
/** Outputs at once of weights that are prepared on the way. */
const maxOutputs = 64;
/**
 * Tiles of a block: as few as fill the product's rows twice, so that a block's transforms stay in this thread's cache
 * while weights pass by from the cache that all share. Weights that leave this one too want more tiles for each fetch; as many as
 * fill the product's rows sixteen times would take 1 % less time and need 10 MB more for IS-Net at 768 px.
 */
const blockTilesFor = (weights: number) => (weights <= 256 * 128 ? 12 : 36);

/**
 * From a point's matrix to the next: one line of the cache more than an even number of lines. Points are written and
 * read across, and with a round distance they would fall into a few sets of the cache and drive each other out.
 */
const spaced = (bytes: number) => Math.ceil(bytes / 128) * 128 + 64;

/** Tiles of a dilated convolution: each of its `dilation²` phases is cut on its own. */
function countTiles({ heightPx, widthPx }: Size, dilation: number, side: number): number {
  const along = (px: number) => Math.ceil(Math.ceil(px / dilation) / side);
  return along(heightPx) * along(widthPx) * dilation ** 2;
}

/** What preparing a weight for one point costs, in its products with tiles. */
const preparingCost = 4;

/**
 * Of weights that are prepared on the way. Tiles of 6 × 6 save multiplications, a third of theirs, unless too many of
 * them reach over the edge, or are so few that preparing 64 points instead of 36 costs more.
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
  // Every thread is to have a part, in eights.
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

/** What fetching the weights for a block costs, in its products with tiles. */
const fetchingCost = 3;

/**
 * Cuts into blocks so that the thread with the most of them is done as early as possible: no thread waits long for
 * another's last.
 * @returns at most `max`, and a multiple of `step`, which `max` is too.
 */
function evenShare(count: number, max: number, step: number, threads: number): number {
  const costOfOne = (size: number) => Math.ceil(Math.ceil(count / size) / threads) * (size + fetchingCost);
  let best = max;
  for (let size = max - step; size > 0; size -= step) {
    if (costOfOne(size) < costOfOne(best)) best = size;
  }
  return best;
}
