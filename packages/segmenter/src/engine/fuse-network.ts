import { SegmenterError } from '../api/errors.ts';
import type { Convolution, Network, NetworkStep } from './network.ts';

/** A step that a single kernel can do. `level` is the number of halvings of its result relative to the image. */
export type FusedStep =
  /** The first convolution: from the image's bytes, stride 2. */
  | { readonly kind: 'stem'; readonly convolution: Convolution; readonly to: string; readonly level: number }
  | {
      readonly kind: 'convolution';
      readonly convolution: Convolution;
      /** Source tensors. A source of a deeper level is interpolated to this step's level. */
      readonly from: readonly string[];
      /** Tensor that is added after the ReLU. */
      readonly residual?: string;
      readonly to: string;
      readonly level: number;
    }
  /** A convolution to one channel. */
  | {
      readonly kind: 'side';
      readonly convolution: Convolution;
      readonly from: string;
      readonly to: string;
      readonly level: number;
    }
  | { readonly kind: 'max-pool'; readonly from: string; readonly to: string; readonly level: number }
  /** The last step: interpolation to the image's size, and the sigmoid. */
  | { readonly kind: 'mask'; readonly from: string; readonly to: string; readonly level: 0 };

export interface FusedNetwork {
  readonly steps: readonly FusedStep[];
  /** Number of channels of each tensor, and its level. */
  readonly channels: ReadonlyMap<string, number>;
  readonly levels: ReadonlyMap<string, number>;
}

/**
 * Rewrites a network into steps that each read and write as little memory as possible. An interpolation is done by the
 * step that reads its result, an addition by the convolution that makes one of its operands.
 * @throws {SegmenterError} `model-load-failed` when the kernels do not support the network; onnxruntime-web may
 *   support it.
 */
export function fuseNetwork(network: Network): FusedNetwork {
  const uses = countUses(network.steps);
  const interpolated = new Map<string, string>();
  const sourceOf = (tensor: string) => interpolated.get(tensor) ?? tensor;
  const channels = new Map<string, number>([['image', 3]]);
  const levels = new Map<string, number>([['image', 0]]);
  const steps: FusedStep[] = [];

  const channelsOf = (tensor: string) => known(channels, sourceOf(tensor));
  const write = (step: FusedStep, count: number) => {
    steps.push(step);
    channels.set(step.to, count);
    levels.set(step.to, step.level);
  };

  for (const step of network.steps) {
    switch (step.kind) {
      case 'convolution':
        addConvolution(step);
        break;
      case 'max-pool': {
        const from = whole(step.from);
        if (channelsOf(from) % 4 > 0) throw unsupported(step.to);
        write({ kind: 'max-pool', from, to: step.to, level: known(levels, from) + 1 }, channelsOf(from));
        break;
      }
      case 'resize':
        interpolated.set(step.to, whole(step.from));
        levels.set(step.to, step.level);
        break;
      case 'add':
        addResidual(step.from, step.to);
        break;
      case 'sigmoid':
        if (known(levels, step.from) !== 0 || channelsOf(step.from) !== 1) throw unsupported(step.to);
        write({ kind: 'mask', from: sourceOf(step.from), to: step.to, level: 0 }, 1);
        break;
      default:
        step satisfies never;
    }
  }
  if (steps.at(-1)?.kind !== 'mask') throw unsupported(network.steps.at(-1)?.to ?? 'nothing');
  return { steps, channels, levels };

  function addConvolution(convolution: Convolution): void {
    const { inputs, outputs, stride, dilation, precision, to } = convolution;
    const [first = '', second] = convolution.from;
    if (inputs !== channelsOf(first) + (second === undefined ? 0 : channelsOf(second))) throw unsupported(to);
    if (first === 'image') {
      const isStem = second === undefined && stride === 2 && dilation === 1 && precision === 'float32';
      if (!isStem || outputs % 16 > 0) throw unsupported(to);
      write({ kind: 'stem', convolution, to, level: 1 }, outputs);
      return;
    }
    const level = known(levels, first);
    if (stride !== 1) throw unsupported(to);
    if (outputs === 1) {
      if (dilation !== 1 || second !== undefined || inputs % 4 > 0 || precision !== 'float32') throw unsupported(to);
      write({ kind: 'side', convolution, from: whole(first), to, level }, 1);
      return;
    }
    const sameLevel = second === undefined || known(levels, second) === level;
    const multiples = outputs % 8 === 0 && convolution.from.every((tensor) => channelsOf(tensor) % 4 === 0);
    if (!sameLevel || !multiples || precision !== 'int8') throw unsupported(to);
    write({ kind: 'convolution', convolution, from: convolution.from.map(sourceOf), to, level }, outputs);
  }

  /**
   * Merges an addition into a convolution. The convolution must make one operand for this sum alone, after the other
   * operand is there.
   */
  function addResidual(from: readonly [string, string], to: string): void {
    for (const [made, residual] of [from, from.toReversed()] as [string, string][]) {
      const at = steps.findIndex((step) => step.to === made);
      const step = steps[at];
      const residualAt = steps.findIndex((earlier) => earlier.to === residual);
      if (step?.kind !== 'convolution' || step.residual !== undefined) continue;
      if (uses.get(made) !== 1 || residualAt < 0 || residualAt >= at) continue;
      if (levels.get(residual) !== step.level || channels.get(residual) !== channels.get(made)) continue;
      steps[at] = { ...step, residual, to };
      channels.set(to, known(channels, made));
      levels.set(to, step.level);
      return;
    }
    throw unsupported(to);
  }

  /** Returns a tensor that exists in memory; throws for one that its reader would have to interpolate. */
  function whole(tensor: string): string {
    if (interpolated.has(tensor)) throw unsupported(tensor);
    return tensor;
  }
}

function countUses(steps: readonly NetworkStep[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const { from } of steps) {
    for (const tensor of [from].flat()) uses.set(tensor, (uses.get(tensor) ?? 0) + 1);
  }
  return uses;
}

function known(map: ReadonlyMap<string, number>, tensor: string): number {
  const value = map.get(tensor);
  if (value === undefined) throw unsupported(tensor);
  return value;
}

function unsupported(tensor: string): SegmenterError {
  return new SegmenterError('model-load-failed', `the engine has no kernel for the step that computes ‘${tensor}’`);
}
