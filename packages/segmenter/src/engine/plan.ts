import { type Arena, layOutArena, roundToLine } from './arena.ts';
import type { FusedNetwork, FusedStep } from './fuse-network.ts';
import type { Command as SharedCommand } from './run-commands.ts';
import { layerNumbers, layOutLayer, type PlacedTensor } from './layer-layout.ts';
import { atLevel } from './at-level.ts';
import type { Size } from '../api/size.ts';
import type { PlacedWeights } from './weights.ts';

export type StepKernel =
  | 'convolveStem'
  | 'prepareWeights'
  | 'convolve'
  | 'transformLayer'
  | 'multiplyLayer'
  | 'convolveToOne'
  | 'maxPool'
  | 'writeMask';

export interface Command extends SharedCommand<StepKernel> {
  /** Number of multiplications, for the progress. */
  readonly cost: number;
}

/** The network laid out for one image size. */
export interface Plan {
  readonly size: Size;
  readonly threads: number;
  readonly commands: readonly Command[];
  /** Address of the image, RGBA 8-bit. */
  readonly image: number;
  /** Address of the resulting mask, float32. */
  readonly mask: number;
  /** The tensors that `PlanOptions.kept` names, in that order. */
  readonly kept: readonly PlacedTensor[];
  /** Address of the commands' counters, an int32 each. */
  readonly counters: number;
  /** Address and fields of all `Layer` structures, one after the other. */
  readonly layers: { readonly at: number; readonly numbers: readonly number[] };
  /** First address behind the counters and layers. Memory from here on is not needed between two runs. */
  readonly arena: number;
  /** The first address that the plan does not use. */
  readonly end: number;
}

export interface PlanOptions {
  readonly size: Size;
  readonly threads: number;
  /** The weights with their addresses. */
  readonly placed: readonly PlacedWeights[];
  /** Address of the stem's six numbers. */
  readonly normalisation: number;
  /** The first free address. */
  readonly start: number;
  /** Names of tensors whose memory no later step reuses, so that they can be read after the run. Default: none. */
  readonly kept?: readonly string[];
}

/** Bytes of scratch memory for preparing weights. */
const preparingBytes = 42 * 16;

/**
 * Lays the network out for an image of this size: the kernel of each step and its addresses. A tensor's memory, and the
 * scratch of a step, can be reused as soon as its last reader is done.
 */
export function planNetwork(network: FusedNetwork, options: PlanOptions): Plan {
  // The arena comes last, because the addresses before it must be known first. The number of counters and layers is
  // bounded by the number of steps.
  const layersAt = roundToLine(options.start);
  const counters = roundToLine(layersAt + network.steps.length * layerNumbers * 4);
  const arenaAt = roundToLine(counters + network.steps.length * 2 * 4);
  const { result, bytes } = layOutArena((arena) => {
    const inMemory: Arena = {
      take: (wanted) => arenaAt + arena.take(wanted),
      giveBack: (at) => arena.giveBack(at - arenaAt),
    };
    return layOutSteps(network, options, layersAt, inMemory);
  });
  const { layers, ...rest } = result;
  return {
    size: options.size,
    threads: options.threads,
    ...rest,
    counters,
    layers: { at: layersAt, numbers: layers },
    arena: arenaAt,
    end: arenaAt + bytes,
  };
}

function layOutSteps(
  network: FusedNetwork,
  { size, threads, placed, normalisation, kept = [] }: PlanOptions,
  layersAt: number,
  arena: Arena,
): Pick<Plan, 'commands' | 'image' | 'mask' | 'kept'> & { readonly layers: readonly number[] } {
  const tensors = new Map<string, PlacedTensor>();
  const lastUse = lastUses(network.steps);
  for (const tensor of kept) lastUse.delete(tensor);
  const weightsOf = (to: string) => found(placed.find(({ convolution }) => convolution.to === to));
  const layers: number[] = [];
  const commands: Command[] = [];

  const put = (tensor: string, place = arena.take(sizeBytes(tensor, network, size))) => {
    const level = found(network.levels.get(tensor));
    tensors.set(tensor, { at: place, channels: found(network.channels.get(tensor)), ...atLevel(size, level) });
    return place;
  };
  const none = { scratch: 0, scratchBytes: 0 };
  /** Runs `work` with scratch memory for each thread. No other step uses it meanwhile. */
  const withScratch = (bytes: number, work: (place: Pick<Command, 'scratch' | 'scratchBytes'>) => void) => {
    const scratchBytes = roundToLine(bytes);
    const scratch = arena.take(threads * scratchBytes);
    work({ scratch, scratchBytes });
    arena.giveBack(scratch);
  };
  const at = (tensor: string) => found(tensors.get(tensor));

  const image = put('image');
  for (const [index, step] of network.steps.entries()) {
    switch (step.kind) {
      case 'stem': {
        const { weights, bias } = weightsOf(step.convolution.to);
        const { outputs, relu } = step.convolution;
        const { heightPx, widthPx } = size;
        const to = put(step.to);
        const cost = (heightPx * widthPx * 27 * outputs) / 4;
        const numbers = [image, heightPx, widthPx, normalisation, weights, bias, outputs, relu ? 1 : 0, to];
        withScratch(3 * (widthPx + 5) * 3 * 4, (scratch) => {
          commands.push({ kernel: 'convolveStem', numbers, ...scratch, cost });
        });
        break;
      }
      case 'convolution': {
        const from = step.from.map(at);
        const widest = Math.max(...from.map(({ channels }) => channels));
        const weights = weightsOf(step.convolution.to);
        const layout = layOutLayer(weights, atLevel(size, step.level), widest, threads);
        const residual = step.residual === undefined ? 0 : at(step.residual).at;
        // The result overwrites the residual if no later step reads it: each number is read before it is overwritten.
        const inPlace =
          step.residual !== undefined && !step.from.includes(step.residual) && lastUse.get(step.residual) === index;
        const to = put(step.to, inPlace ? residual : undefined);
        const shared = arena.take(layout.sharedBytes);
        const layer = layersAt + layers.length * 4;
        layers.push(...layout.numbers({ from, residual, to, shared }));
        withScratch(Math.max(layout.scratchBytes, preparingBytes), (scratch) => {
          if (weights.kind === 'prepared') {
            const { inputs, outputs } = step.convolution;
            const numbers = [weights.weights, inputs, outputs, layout.side, shared];
            commands.push({ kernel: 'prepareWeights', numbers, ...scratch, cost: 0 });
            commands.push({ kernel: 'convolve', numbers: [layer], ...scratch, cost: layout.cost });
          } else {
            commands.push({ kernel: 'transformLayer', numbers: [layer], ...scratch, cost: 0 });
            commands.push({ kernel: 'multiplyLayer', numbers: [layer], ...scratch, cost: layout.cost });
          }
        });
        arena.giveBack(shared);
        if (inPlace && step.residual !== undefined) lastUse.delete(step.residual);
        break;
      }
      case 'side': {
        const { weights, bias } = weightsOf(step.convolution.to);
        const { at: from, heightPx, widthPx, channels } = at(step.from);
        const to = put(step.to);
        const cost = heightPx * widthPx * channels * 9;
        const numbers = [from, heightPx, widthPx, channels, weights, bias, to];
        commands.push({ kernel: 'convolveToOne', numbers, ...none, cost });
        break;
      }
      case 'max-pool': {
        const { at: from, heightPx, widthPx, channels } = at(step.from);
        const numbers = [from, heightPx, widthPx, channels, put(step.to)];
        commands.push({ kernel: 'maxPool', numbers, ...none, cost: 0 });
        break;
      }
      case 'mask': {
        const from = at(step.from);
        const to = put(step.to);
        const numbers = [from.at, from.heightPx, from.widthPx, to, size.heightPx, size.widthPx];
        commands.push({ kernel: 'writeMask', numbers, ...none, cost: 0 });
        break;
      }
      default:
        step satisfies never;
    }
    for (const [tensor, last] of lastUse) {
      if (last === index) arena.giveBack(at(tensor).at);
    }
  }

  return { commands, image, mask: at(found(network.steps.at(-1)).to).at, kept: kept.map(at), layers };
}

/** Returns a tensor's size. The image is stored as bytes, four per pixel, and all other tensors as float32. */
function sizeBytes(tensor: string, network: FusedNetwork, size: Size): number {
  const { heightPx, widthPx } = atLevel(size, found(network.levels.get(tensor)));
  const numbers = tensor === 'image' ? 1 : found(network.channels.get(tensor));
  return heightPx * widthPx * numbers * 4;
}

function lastUses(steps: readonly FusedStep[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const [index, step] of steps.entries()) for (const tensor of sourcesOf(step)) uses.set(tensor, index);
  return uses;
}

function sourcesOf(step: FusedStep): readonly string[] {
  switch (step.kind) {
    case 'stem':
      return ['image'];
    case 'convolution':
      return step.residual === undefined ? step.from : [...step.from, step.residual];
    default:
      return [step.from];
  }
}

/** Returns a value whose presence the check of the network guarantees. Its absence is a mistake in this package. */
function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the plan does not fit the network');
  return value;
}
