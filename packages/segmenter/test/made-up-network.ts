import type { Convolution, Network, NetworkStep } from '../src/engine/network.ts';
import { createRandom } from './random.ts';

/** A network and its weights. */
export interface MadeUpNetwork {
  readonly network: Network;
  /** The weights, `network.sizeBytes` long. */
  readonly weights: Uint8Array<ArrayBuffer>;
}

/** A step before its inputs are counted and its weights placed. */
export type Sketch =
  | {
      readonly kind: 'convolution';
      readonly from: readonly string[];
      readonly to: string;
      readonly outputs: number;
      readonly dilation?: Convolution['dilation'];
      /** Default: true. */
      readonly relu?: boolean;
    }
  | Exclude<NetworkStep, { kind: 'convolution' }>;

type SketchedConvolution = Extract<Sketch, { kind: 'convolution' }>;

/** Sketches the first convolution, whose source is the image. */
export const stem = (to: string, outputs: number, relu = false): Sketch => ({
  kind: 'convolution',
  from: ['image'],
  to,
  outputs,
  relu,
});

export const convolution = (
  from: readonly string[],
  to: string,
  outputs: number,
  facts: Pick<SketchedConvolution, 'dilation' | 'relu'> = {},
): Sketch => ({ kind: 'convolution', from, to, outputs, ...facts });

export const maxPool = (from: string, to: string): Sketch => ({ kind: 'max-pool', from, to });

export const resize = (from: string, to: string, level: number): Sketch => ({ kind: 'resize', from, to, level });

export const add = (one: string, other: string, to: string): Sketch => ({ kind: 'add', from: [one, other], to });

/** Sketches the end of every network: one channel, resized to the image's size, with a sigmoid. */
export const end = (from: string): Sketch[] => [
  convolution([from], 'side', 1, { relu: false }),
  resize('side', 'whole', 0),
  { kind: 'sigmoid', from: 'whole', to: 'mask' },
];

/**
 * Creates a network from a sketch, with random weights whose scale keeps the activations around one.
 * @param seed seed of the random weights.
 * @param inner precision of the weights between the first and the last convolution.
 * @see He et al. 2015, "Delving Deep into Rectifiers", for the spread of the weights
 */
export function madeUpNetwork(
  sketch: readonly Sketch[],
  seed = 1,
  inner: Convolution['precision'] = 'int8',
): MadeUpNetwork {
  const random = createRandom(seed);
  const channels = new Map([['image', 3]]);
  const chunks: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  let sizeBytes = 0;
  const append = (numbers: Int8Array | Float32Array) => {
    const at = sizeBytes;
    chunks.push({ at, bytes: new Uint8Array(numbers.buffer) });
    sizeBytes += Math.ceil(numbers.byteLength / 16) * 16;
    return at;
  };
  const floats = (count: number, value: () => number) => Float32Array.from({ length: count }, value);

  const place = ({ from, to, outputs, dilation = 1, relu = true }: SketchedConvolution): Convolution => {
    const inputs = from.reduce((sum, tensor) => sum + (channels.get(tensor) ?? 0), 0);
    const isStem = from[0] === 'image';
    const precision = isStem || outputs === 1 ? 'float32' : inner;
    const count = inputs * 9 * outputs;
    const spread = Math.sqrt(6 / (inputs * 9));
    const weightsAt =
      precision === 'int8'
        ? append(Int8Array.from({ length: count }, () => random.integer(-127, 127)))
        : append(floats(count, () => (random.number() * 2 - 1) * spread));
    const stored =
      precision === 'int8'
        ? { precision, scalesAt: append(floats(outputs, () => ((0.5 + random.number()) * spread) / 127)) }
        : { precision };
    const biasAt = append(floats(outputs, () => (random.number() - 0.5) * 0.2));
    return {
      kind: 'convolution',
      from: [...from],
      to,
      inputs,
      outputs,
      stride: isStem ? 2 : 1,
      dilation,
      relu,
      weightsAt,
      ...stored,
      biasAt,
    };
  };

  const steps = sketch.map((step): NetworkStep => {
    const placed = step.kind === 'convolution' ? place(step) : step;
    const [first = ''] = [placed.from].flat();
    channels.set(placed.to, placed.kind === 'convolution' ? placed.outputs : (channels.get(first) ?? 0));
    return placed;
  });
  const weights = new Uint8Array(sizeBytes);
  for (const { at, bytes } of chunks) weights.set(bytes, at);
  return { network: { version: 1, sizeBytes, steps }, weights };
}
