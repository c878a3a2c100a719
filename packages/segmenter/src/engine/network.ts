import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';
import { issuesIn } from '../api/issues-in.ts';

/** A tensor's name. `image` is the normalised image, 3 channels. Every other name is the `to` of a step. */
const tensor = z.string().check(z.minLength(1));
const count = z.int().check(z.positive());
const offset = z.int().check(z.nonnegative());
/** Number of halvings. An image of 16 384 px a side has one pixel after 14 halvings. */
const level = z.int().check(z.nonnegative(), z.maximum(14));

/**
 * A 3 × 3 convolution with zero padding as wide as its dilation. Its batch normalisation is folded in.
 *
 * The channels of its sources follow one another, as in a concatenation. Its numbers are in the model's bytes,
 * little-endian, every array at a multiple of 16:
 * - `weightsAt`: `[inputs][3][3][outputs]`, int8 or float32 by `precision`;
 * - `scalesAt` (only for int8): float32 `[outputs]`; a weight is its integer times the scale of its output;
 * - `biasAt`: float32 `[outputs]`.
 */
const convolutionFields = {
  kind: z.literal('convolution'),
  from: z.array(tensor).check(z.minLength(1), z.maxLength(2)),
  to: tensor,
  inputs: count,
  outputs: count,
  stride: z.literal([1, 2]),
  dilation: z.literal([1, 2, 4, 8]),
  relu: z.boolean(),
  weightsAt: offset,
  biasAt: offset,
};

const convolution = z.discriminatedUnion('precision', [
  z.object({ ...convolutionFields, precision: z.literal('int8'), scalesAt: offset }),
  z.object({ ...convolutionFields, precision: z.literal('float32') }),
]);

/** The maximum of each 2 × 2 pixels. In an odd size, the last row or column is pooled alone. */
const maxPool = z.object({ kind: z.literal('max-pool'), from: tensor, to: tensor });

/** A bilinear resize, with pixel centres aligned, to the size of the image after `level` halvings, each rounded up. */
const resize = z.object({ kind: z.literal('resize'), from: tensor, to: tensor, level });

const add = z.object({ kind: z.literal('add'), from: z.tuple([tensor, tensor]), to: tensor });

/** The last step: one channel, at the image's size. */
const sigmoid = z.object({ kind: z.literal('sigmoid'), from: tensor, to: tensor });

const step = z.discriminatedUnion('kind', [convolution, maxPool, resize, add, sigmoid]);

/**
 * A network of the IS-Net class, independent of the image's size: its steps in order, and the offsets of their numbers
 * in the model's bytes. The numbers are in the order of the steps, so that a step can be prepared as soon as the bytes
 * up to its end have arrived.
 */
export const networkSchema = z.object({
  version: z.literal(1),
  /** Bytes of all weights, scales and biases. */
  sizeBytes: count,
  steps: z.array(step).check(z.minLength(1)),
});

export type Network = z.infer<typeof networkSchema>;
export type NetworkStep = Network['steps'][number];
export type Convolution = Extract<NetworkStep, { kind: 'convolution' }>;

/** Alignment of an array: kernels load 16 bytes at once. */
const alignmentBytes = 16;

/**
 * Checks a network's description: its form, and that every array lies within the model's bytes.
 * @param value the parsed JSON.
 * @param sizeBytes the model's size in its manifest.
 * @param file the file's name, for the error.
 * @throws {SegmenterError} `model-load-failed`, with the faulty step.
 */
export function parseNetwork(value: unknown, sizeBytes: number, file: string): Network {
  const result = networkSchema.safeParse(value);
  if (!result.success) throw refusal(file, issuesIn(result.error));
  const network = result.data;
  if (network.sizeBytes !== sizeBytes) {
    throw refusal(file, `it describes ${network.sizeBytes} bytes, but the manifest’s model has ${sizeBytes}`);
  }
  for (const step of network.steps) {
    if (step.kind !== 'convolution') continue;
    for (const { name, at, bytes } of arraysOf(step)) {
      const array = `${name} of ‘${step.to}’, ${bytes} bytes at ${at},`;
      if (at + bytes > sizeBytes) throw refusal(file, `${array} reach beyond the model’s ${sizeBytes}`);
      if (at % alignmentBytes > 0) throw refusal(file, `${array} do not begin at a multiple of ${alignmentBytes}`);
    }
  }
  return network;
}

/** Returns the position of each of a convolution's arrays in the model's bytes. */
export function arraysOf(step: Convolution): readonly { name: string; at: number; bytes: number }[] {
  const weights = step.inputs * 9 * step.outputs;
  return [
    { name: 'weights', at: step.weightsAt, bytes: step.precision === 'int8' ? weights : weights * 4 },
    { name: 'biases', at: step.biasAt, bytes: step.outputs * 4 },
    ...(step.precision === 'int8' ? [{ name: 'scales', at: step.scalesAt, bytes: step.outputs * 4 }] : []),
  ];
}

function refusal(file: string, detail: string): SegmenterError {
  return new SegmenterError('model-load-failed', `${file} does not describe a network of this model: ${detail}`);
}
