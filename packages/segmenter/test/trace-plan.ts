import { atLevel } from '../src/engine/at-level.ts';
import type { Network } from '../src/engine/network.ts';
import type { Command, Plan } from '../src/engine/plan.ts';
import type { WeightPlan } from '../src/engine/weights.ts';
import { createMemory, demand } from './trace-memory.ts';
import {
  bytesOf,
  createLayerTracer,
  endOfScratch,
  pointsOf,
  type TracedLayer,
  tilesOf,
  wholeRows,
} from './trace-layers.ts';
import { createValues, resized, valueOfNetwork } from './trace-values.ts';

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
  const valueOf = createValues();
  const memory = createMemory();
  const { size, counters, commands } = plan;
  const layers: TracedLayer[] = [];
  const { layerAt, sourcesOf, writeResult, convolutionOf } = createLayerTracer(plan, weights, memory, valueOf);
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
}
