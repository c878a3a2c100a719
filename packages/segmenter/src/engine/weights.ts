import type { FusedNetwork } from './fuse-network.ts';
import { arraysOf, type Convolution } from './network.ts';
import { roundToLine } from './arena.ts';

/**
 * Convolutions that are halved at most this often have few weights and many pixels: theirs are transformed whole, a
 * layer at a time, just before it runs. Deeper ones have nearly all of the weights, and transform some at a time.
 */
const deepestPrepared = 3;

/** Outputs along a tile's side with prepared weights: the fewest multiplications. */
export const preparedSide = 6;

/** Where a convolution's numbers stand in memory. */
export interface PlacedWeights {
  readonly convolution: Convolution;
  readonly kind: 'stem' | 'prepared' | 'stored' | 'side';
  /** The very bytes of the model; for `stem` and `side` in the order that their kernels want. */
  readonly weights: number;
  /** 0 where the weights are float32. */
  readonly scales: number;
  readonly bias: number;
  /** The model's bytes up to here make it ready. */
  readonly endsAt: number;
}

export interface WeightPlan {
  /** The model's bytes as they come. */
  readonly storedAt: number;
  readonly placed: readonly PlacedWeights[];
  readonly end: number;
}

/** @param start the first free address. */
export function planWeights(network: FusedNetwork, sizeBytes: number, start: number): WeightPlan {
  const storedAt = roundToLine(start);
  let end = roundToLine(storedAt + sizeBytes);
  const placed: PlacedWeights[] = [];
  for (const step of network.steps) {
    if (step.kind !== 'convolution' && step.kind !== 'stem' && step.kind !== 'side') continue;
    const { convolution, level } = step;
    const { inputs, outputs, weightsAt, biasAt } = convolution;
    const isPrepared = step.kind === 'convolution' && level <= deepestPrepared && convolution.dilation === 1;
    const kind = step.kind === 'convolution' ? (isPrepared ? 'prepared' : 'stored') : step.kind;
    const isReordered = kind === 'stem' || kind === 'side';
    placed.push({
      convolution,
      kind,
      weights: isReordered ? end : storedAt + weightsAt,
      scales: convolution.precision === 'int8' ? storedAt + convolution.scalesAt : 0,
      bias: storedAt + biasAt,
      endsAt: Math.max(...arraysOf(convolution).map(({ at, bytes }) => at + bytes)),
    });
    if (isReordered) end = roundToLine(end + inputs * outputs * 9 * 4);
  }
  return { storedAt, placed, end };
}

/** Brings a stem's weights, `[3][3][3][outputs]`, from channel, row, column to row, column, channel. */
export function reorderStem(from: Float32Array, outputs: number, to: Float32Array): void {
  for (let channel = 0; channel < 3; channel += 1) {
    for (let tap = 0; tap < 9; tap += 1) {
      const source = (channel * 9 + tap) * outputs;
      to.set(from.subarray(source, source + outputs), (tap * 3 + channel) * outputs);
    }
  }
}

/** Brings a side output's weights from `[inputs][9]` to `[9][inputs]`. */
export function reorderSide(from: Float32Array, inputs: number, to: Float32Array): void {
  from.forEach((value, index) => {
    to[(index % 9) * inputs + Math.floor(index / 9)] = value;
  });
}
