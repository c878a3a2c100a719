import type { Network } from '../src/engine/network.ts';
import { atLevel } from '../src/engine/at-level.ts';
import type { Size } from '../src/api/size.ts';
import type { Command, Plan } from '../src/engine/plan.ts';
import type { WeightPlan } from '../src/engine/weights.ts';

/** Field names of `assembly/network/layer.ts`, in order. */
const layerFields = [
  'a',
  'aChannels',
  'aHeightPx',
  'aWidthPx',
  'b',
  'bChannels',
  'bHeightPx',
  'bWidthPx',
  'heightPx',
  'widthPx',
  'dilation',
  'weights',
  'scales',
  'bias',
  'outputs',
  'relu',
  'residual',
  'to',
  'side',
  'blockTiles',
  'blockInputs',
  'blockOutputs',
  'sources',
  'sourcePointBytes',
  'results',
  'resultPointBytes',
  'preparedWeights',
  'preparedPointBytes',
] as const;

export type TracedLayer = Readonly<Record<(typeof layerFields)[number], number>>;

export interface Trace {
  /** The layers of all convolutions except the stem and the side output, in order. */
  readonly layers: readonly TracedLayer[];
}

/**
 * Simulates a plan's commands on a memory that contains symbolic values instead of numbers. Each read must find the complete
 * value that the network defines, and at the end the memory must contain the mask. The ranges that each kernel reads, writes
 * and uses as scratch are taken from the kernels' docstrings, not from the planner.
 * @throws when a value is overwritten before it is read, or does not fit into its place.
 */
export function tracePlan(
  network: Network,
  plan: Plan,
  threads: number,
  weights: WeightPlan,
  normalisation: number,
): Trace {
  const names = new Map<string, number>();
  /** Returns the number of a symbolic value. The same words always have the same number. */
  const valueOf = (...words: readonly (string | number)[]): number => {
    const name = words.join(' ');
    const value = names.get(name) ?? names.size;
    names.set(name, value);
    return value;
  };
  const memory = createMemory();
  const { size, counters, commands } = plan;
  const layers: TracedLayer[] = [];
  /** Prepared weights, by their address. */
  const prepared = new Map<number, { readonly stored: number; readonly side: number }>();

  const weightBytes = weights.end - weights.storedAt;
  memory.write(weights.storedAt, weightBytes, valueOf('weights'));
  memory.write(plan.layers.at, plan.layers.numbers.length * 4, valueOf('layers'));
  memory.write(plan.image, size.heightPx * size.widthPx * 4, valueOf('image'));
  for (const index of commands.keys()) memory.write(counters + index * 4, 4, valueOf('zero'));

  for (const [index, command] of commands.entries()) {
    demand(memory.read(counters + index * 4, 4) === valueOf('zero'), 'a counter is not zero');
    // Kernels write the scratch before they read a step's sources and also after they have begun to write its result. The
    // scratch is therefore overwritten before and after, so that an overlap with either is detected.
    const fillScratch = () => memory.write(command.scratch, threads * command.scratchBytes, valueOf('scratch', index));
    if (command.scratchBytes > 0) fillScratch();
    demand(follow(command) <= command.scratchBytes, 'the scratch memory of a command is too small');
    if (command.scratchBytes > 0) fillScratch();
    memory.write(counters + index * 4, 4, valueOf('used'));
  }

  if (layers.length > 0) {
    demand(
      memory.read(plan.layers.at, plan.layers.numbers.length * 4) === valueOf('layers'),
      'the layers were overwritten',
    );
  }
  demand(memory.read(weights.storedAt, weightBytes) === valueOf('weights'), 'the weights were overwritten');
  demand(memory.lowest >= weights.storedAt && memory.highest <= plan.end, 'memory outside of the plan was used');
  const mask = memory.read(plan.mask, size.heightPx * size.widthPx * 4);
  demand(mask === valueOfNetwork(network, size, valueOf), 'the mask is not the network’s');
  return { layers };

  /** Simulates one command. @returns the scratch that each thread needs, in bytes. */
  function follow({ kernel, numbers }: Command): number {
    switch (kernel) {
      case 'convolveStem': {
        const [image = 0, heightPx = 0, widthPx = 0, at, kernel = 0, bias = 0, outputs = 0, relu, to = 0] = numbers;
        const step = convolutionOf(kernel, bias);
        const picture = memory.read(image, heightPx * widthPx * 4);
        demand(at === normalisation && relu === Number(step.relu), `the stem is not ‘${step.to}’`);
        const half = atLevel({ heightPx, widthPx }, 1);
        memory.write(to, bytesOf(half, outputs), valueOf('convolution', step.to, picture));
        return 3 * (widthPx + 5) * 12;
      }
      case 'prepareWeights': {
        const [stored = 0, inputs = 0, outputs = 0, side = 0, to = 0] = numbers;
        const placed = weights.placed.find((each) => each.kind === 'prepared' && each.weights === stored);
        const isRight = placed?.convolution.inputs === inputs && placed.convolution.outputs === outputs;
        demand(isRight, 'the weights belong to no step');
        prepared.set(to, { stored, side });
        memory.write(to, (side + 2) ** 2 * inputs * outputs * 4, valueOf('prepared', stored, side));
        return 42 * 16;
      }
      case 'convolve': {
        const layer = layerAt(numbers[0]);
        layers.push(layer);
        const inputs = layer.aChannels + layer.bChannels;
        const tiles = wholeRows(Math.min(layer.blockTiles, tilesOf(layer)));
        demand(layer.sourcePointBytes >= tiles * inputs * 4, 'a block of sources is too long');
        demand(layer.resultPointBytes >= tiles * layer.outputs * 4, 'a block of results is too long');
        const sources = sourcesOf(layer);
        const { stored = 0, side } = prepared.get(layer.weights) ?? {};
        const value = memory.read(layer.weights, pointsOf(layer) * inputs * layer.outputs * 4);
        const isThere = side === layer.side && value === valueOf('prepared', stored, layer.side);
        demand(isThere, 'the prepared weights were overwritten');
        writeResult(layer, sources, stored);
        return endOfScratch(layer, [layer.sources, layer.sourcePointBytes], [layer.results, layer.resultPointBytes]);
      }
      case 'transformLayer': {
        const layer = layerAt(numbers[0]);
        const inputs = layer.aChannels + layer.bChannels;
        // The product reads whole rows of six tiles. The content of the last tiles does not matter, but they must exist.
        demand(layer.sourcePointBytes >= wholeRows(tilesOf(layer)) * inputs * 4, 'the sources are too long');
        const sources = sourcesOf(layer);
        memory.write(layer.sources, pointsOf(layer) * layer.sourcePointBytes, valueOf('transformed', ...sources));
        return endOfScratch(layer);
      }
      case 'multiplyLayer': {
        const layer = layerAt(numbers[0]);
        layers.push(layer);
        const tiles = wholeRows(tilesOf(layer));
        demand(layer.resultPointBytes >= tiles * layer.blockOutputs * 4, 'the results are too long');
        demand(layer.preparedPointBytes >= layer.blockInputs * layer.blockOutputs * 4, 'the weights are too long');
        const sources = sourcesOf(layer);
        const transformed = memory.read(layer.sources, pointsOf(layer) * layer.sourcePointBytes);
        demand(transformed === valueOf('transformed', ...sources), 'the transformed sources were overwritten');
        writeResult(layer, sources);
        return endOfScratch(
          layer,
          [layer.preparedWeights, layer.preparedPointBytes],
          [layer.results, layer.resultPointBytes],
        );
      }
      case 'convolveToOne': {
        const [from = 0, heightPx = 0, widthPx = 0, channels = 0, kernel = 0, bias = 0, to = 0] = numbers;
        const source = memory.read(from, bytesOf({ heightPx, widthPx }, channels));
        const value = valueOf('convolution', convolutionOf(kernel, bias).to, source);
        memory.write(to, bytesOf({ heightPx, widthPx }, 1), value);
        return 0;
      }
      case 'maxPool': {
        const [from = 0, heightPx = 0, widthPx = 0, channels = 0, to = 0] = numbers;
        const source = memory.read(from, bytesOf({ heightPx, widthPx }, channels));
        memory.write(to, bytesOf(atLevel({ heightPx, widthPx }, 1), channels), valueOf('max-pool', source));
        return 0;
      }
      case 'writeMask': {
        const [from = 0, fromHeightPx = 0, fromWidthPx = 0, to = 0, heightPx = 0, widthPx = 0] = numbers;
        const source = memory.read(from, bytesOf({ heightPx: fromHeightPx, widthPx: fromWidthPx }, 1));
        const brought = resized(
          source,
          { heightPx: fromHeightPx, widthPx: fromWidthPx },
          { heightPx, widthPx },
          valueOf,
        );
        memory.write(to, heightPx * widthPx * 4, valueOf('sigmoid', brought));
        return 0;
      }
      default:
        return kernel satisfies never;
    }
  }

  function layerAt(address = 0): TracedLayer {
    const first = (address - plan.layers.at) / 4;
    const numbers = plan.layers.numbers.slice(first, first + layerFields.length);
    demand(first >= 0 && numbers.length === layerFields.length, 'the layer does not exist');
    const layer = Object.fromEntries(layerFields.map((field, index) => [field, numbers[index]])) as TracedLayer;
    const { side, blockTiles, blockInputs, blockOutputs } = layer;
    const fits = (side === 4 || side === 6) && blockTiles % 6 === 0 && blockInputs % 4 === 0 && blockOutputs % 8 === 0;
    demand(
      fits && blockTiles > 0 && blockInputs > 0 && blockOutputs > 0,
      'the kernels do not support these block sizes',
    );
    return layer;
  }

  function sourcesOf(layer: TracedLayer): number[] {
    const { a, aChannels, aHeightPx, aWidthPx, b, bChannels, bHeightPx, bWidthPx } = layer;
    const sources = [{ at: a, channels: aChannels, size: { heightPx: aHeightPx, widthPx: aWidthPx } }];
    if (bChannels > 0) sources.push({ at: b, channels: bChannels, size: { heightPx: bHeightPx, widthPx: bWidthPx } });
    return sources.map(({ at, channels, size: own }) =>
      resized(memory.read(at, bytesOf(own, channels)), own, layer, valueOf),
    );
  }

  function writeResult(layer: TracedLayer, sources: readonly number[], kernel = layer.weights): void {
    const step = convolutionOf(kernel, layer.bias);
    const places = weights.placed.find(({ convolution }) => convolution === step);
    const isRight =
      layer.dilation === step.dilation &&
      layer.relu === Number(step.relu) &&
      layer.outputs === step.outputs &&
      layer.scales === places?.scales;
    demand(isRight, `the layer is not ‘${step.to}’`);
    const bytes = bytesOf(layer, layer.outputs);
    const made = valueOf('convolution', step.to, ...sources);
    const residual = layer.residual === 0 ? undefined : memory.read(layer.residual, bytes);
    // A result may overlap its residual only exactly. Otherwise numbers would be overwritten before they are added.
    const apart = Math.abs(layer.to - layer.residual) >= bytes || layer.to === layer.residual;
    demand(residual === undefined || apart, 'the residual is overwritten too early');
    for (const [at, channels, heightPx, widthPx] of [
      [layer.a, layer.aChannels, layer.aHeightPx, layer.aWidthPx],
      [layer.b, layer.bChannels, layer.bHeightPx, layer.bWidthPx],
    ] as const) {
      const isOver = layer.to < at + bytesOf({ heightPx, widthPx }, channels) && at < layer.to + bytes;
      demand(!isOver, 'a source is overwritten while it is read');
    }
    memory.write(layer.to, bytes, residual === undefined ? made : sumOf(made, residual, valueOf));
  }

  function convolutionOf(kernel: number, bias: number) {
    const found = weights.placed.find((each) => each.weights === kernel && each.bias === bias);
    if (!found) throw new Error('the weights belong to no step');
    return found.convolution;
  }
}

type ValueOf = (...words: readonly (string | number)[]) => number;

/** Returns the symbolic value of the network's result, computed from its steps. */
function valueOfNetwork(network: Network, size: Size, valueOf: ValueOf): number {
  const values = new Map([['image', valueOf('image')]]);
  const levels = new Map([['image', 0]]);
  const known = <T>(map: ReadonlyMap<string, T>, tensor: string): T => {
    const value = map.get(tensor);
    if (value === undefined) throw new Error(`no step computes ‘${tensor}’`);
    return value;
  };
  let last = 0;
  for (const step of network.steps) {
    const [first = ''] = [step.from].flat();
    const level = known(levels, first);
    const sources = [step.from].flat().map((tensor) => known(values, tensor));
    const [source = 0, other = 0] = sources;
    switch (step.kind) {
      case 'convolution':
        last = valueOf('convolution', step.to, ...sources);
        levels.set(step.to, step.stride === 2 ? level + 1 : level);
        break;
      case 'max-pool':
        last = valueOf('max-pool', source);
        levels.set(step.to, level + 1);
        break;
      case 'resize':
        last = resized(source, atLevel(size, level), atLevel(size, step.level), valueOf);
        levels.set(step.to, step.level);
        break;
      case 'add':
        last = sumOf(source, other, valueOf);
        levels.set(step.to, level);
        break;
      case 'sigmoid':
        last = valueOf('sigmoid', source);
        break;
      default:
        step satisfies never;
    }
    values.set(step.to, last);
  }
  return last;
}

function resized(value: number, from: Size, to: Size, valueOf: ValueOf): number {
  if (from.heightPx === to.heightPx && from.widthPx === to.widthPx) return value;
  return valueOf('resized', value, to.heightPx, to.widthPx);
}

function sumOf(one: number, other: number, valueOf: ValueOf): number {
  return valueOf('sum', Math.min(one, other), Math.max(one, other));
}

const bytesOf = ({ heightPx, widthPx }: Size, channels: number) => heightPx * widthPx * channels * 4;
const pointsOf = ({ side }: TracedLayer) => (side + 2) ** 2;
const wholeRows = (tiles: number) => Math.ceil(tiles / 6) * 6;

function tilesOf({ heightPx, widthPx, dilation, side }: TracedLayer): number {
  const along = (px: number) => Math.ceil(Math.ceil(px / dilation) / side);
  return along(heightPx) * along(widthPx) * dilation * dilation;
}

/** Checks that the scratch's matrices, one per point, follow the transforms' area without overlaps. @returns its end. */
function endOfScratch(layer: TracedLayer, ...matrices: readonly (readonly [at: number, pointBytes: number])[]): number {
  const gathered = 64 * 16 + pointsOf(layer) * Math.max(layer.aChannels, layer.bChannels) * 4;
  let end = Math.max(84 * 16, gathered);
  for (const [at, pointBytes] of matrices.toSorted(([one], [other]) => one - other)) {
    demand(at >= end, 'the scratch is used twice');
    end = at + pointsOf(layer) * pointBytes;
  }
  return end;
}

/** Creates a memory of byte ranges, each with the symbolic value that was last written there as a whole. */
function createMemory() {
  let stretches: { readonly at: number; readonly end: number; readonly value: number; readonly isWhole: boolean }[] =
    [];
  let [lowest, highest] = [Infinity, 0];
  return {
    get lowest() {
      return lowest;
    },
    get highest() {
      return highest;
    },
    write(at: number, bytes: number, value: number): void {
      const end = at + bytes;
      demand(Number.isInteger(at) && Number.isInteger(bytes) && at % 4 === 0, 'an address is invalid');
      [lowest, highest] = [Math.min(lowest, at), Math.max(highest, end)];
      const kept = stretches.flatMap((each) => {
        if (each.end <= at || each.at >= end) return [each];
        const rests = [
          { ...each, end: at, isWhole: false },
          { ...each, at: end, isWhole: false },
        ];
        return rests.filter((rest) => rest.at < rest.end);
      });
      stretches = bytes > 0 ? [...kept, { at, end, value, isWhole: true }] : kept;
    },
    read(at: number, bytes: number): number {
      const found = stretches.find((each) => each.at === at && each.end === at + bytes);
      if (!found?.isWhole) throw new Error(`${bytes} bytes at ${at} are not what was written there`);
      return found.value;
    },
  };
}

function demand(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
