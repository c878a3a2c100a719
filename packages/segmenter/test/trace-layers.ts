import type { Size } from '../src/api/size.ts';
import type { Plan } from '../src/engine/plan.ts';
import type { WeightPlan } from '../src/engine/weights.ts';
import { demand, type TracedMemory } from './trace-memory.ts';
import { resized, sumOf, type ValueOf } from './trace-values.ts';

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

/** Creates functions that simulate what the kernels of a plan read and write for a layer. */
export function createLayerTracer(plan: Plan, weights: WeightPlan, memory: TracedMemory, valueOf: ValueOf) {
  return { layerAt, sourcesOf, writeResult, convolutionOf };

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

export const bytesOf = ({ heightPx, widthPx }: Size, channels: number) => heightPx * widthPx * channels * 4;
export const pointsOf = ({ side }: TracedLayer) => (side + 2) ** 2;
export const wholeRows = (tiles: number) => Math.ceil(tiles / 6) * 6;

export function tilesOf({ heightPx, widthPx, dilation, side }: TracedLayer): number {
  const along = (px: number) => Math.ceil(Math.ceil(px / dilation) / side);
  return along(heightPx) * along(widthPx) * dilation * dilation;
}

/** Checks that the scratch's matrices, one per point, follow the transforms' area without overlaps. @returns its end. */
export function endOfScratch(
  layer: TracedLayer,
  ...matrices: readonly (readonly [at: number, pointBytes: number])[]
): number {
  const gathered = 64 * 16 + pointsOf(layer) * Math.max(layer.aChannels, layer.bChannels) * 4;
  let end = Math.max(84 * 16, gathered);
  for (const [at, pointBytes] of matrices.toSorted(([one], [other]) => one - other)) {
    demand(at >= end, 'the scratch is used twice');
    end = at + pointsOf(layer) * pointBytes;
  }
  return end;
}
