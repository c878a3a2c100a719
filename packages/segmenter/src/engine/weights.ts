import type { FusedNetwork } from './fuse-network.ts';
import { arraysOf, type Convolution } from './network.ts';
import { roundToLine } from './arena.ts';

/**
 * Greatest level whose weights are transformed in advance. Convolutions up to this level have few weights and many
 * pixels: their weights are transformed completely, one layer at a time, just before it runs. Deeper ones have nearly
 * all of the weights, and transform some at a time.
 */
const deepestPrepared = 3;

/** Number of outputs along a tile's side with prepared weights: the fewest multiplications. */
export const preparedSide = 6;

/** A convolution with the addresses of its numbers. */
export interface PlacedWeights {
  readonly convolution: Convolution;
  readonly kind: 'stem' | 'prepared' | 'stored' | 'side';
  /** Address of the weights: in the model's own bytes, or for `stem` and `side` in a copy in their kernels' order. */
  readonly weights: number;
  /** Address of the scales; 0 if the weights are float32. */
  readonly scales: number;
  readonly bias: number;
  /** The layer is complete when the model's bytes up to this offset have arrived. */
  readonly endsAt: number;
}

export interface WeightPlan {
  /** Address of the model's bytes, in their stored order. */
  readonly storedAt: number;
  readonly placed: readonly PlacedWeights[];
  readonly end: number;
}

/**
 * Assigns addresses to a network's weights.
 * @param start the first free address.
 */
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

/** Reorders a stem's weights, `[3][3][3][outputs]`, from channel, row, column to row, column, channel. */
export function reorderStem(from: Float32Array, outputs: number, to: Float32Array): void {
  for (let channel = 0; channel < 3; channel += 1) {
    for (let tap = 0; tap < 9; tap += 1) {
      const source = (channel * 9 + tap) * outputs;
      to.set(from.subarray(source, source + outputs), (tap * 3 + channel) * outputs);
    }
  }
}

/** Reorders a side output's weights from `[inputs][9]` to `[9][inputs]`. */
export function reorderSide(from: Float32Array, inputs: number, to: Float32Array): void {
  from.forEach((value, index) => {
    to[(index % 9) * inputs + Math.floor(index / 9)] = value;
  });
}
