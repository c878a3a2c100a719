import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';

/** A tensor's name; `image` is the normalised picture, 3 channels. Every other one is some step's `to`. */
const tensor = z.string().check(z.minLength(1));
const count = z.int().check(z.positive());
const offset = z.int().check(z.nonnegative());
/** A picture of 16 384 px a side has one pixel after 14 halvings. */
const level = z.int().check(z.nonnegative(), z.maximum(14));

/**
 * A 3 × 3 convolution with zero padding as wide as its dilation, its batch normalisation folded in.
 *
 * Its sources' channels stand one after the other, as a concatenation would put them. Where its numbers lie in the
 * model's bytes, little-endian, every array at a multiple of 16:
 * - `weightsAt`: `[inputs][3][3][outputs]`, int8 or float32 by `precision`;
 * - `scalesAt` (int8 alone): float32 `[outputs]`; a weight is its integer times its output's scale;
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

/** The greatest of each 2 × 2 pixels; the last row or column stands alone where the size is odd. */
const maxPool = z.object({ kind: z.literal('max-pool'), from: tensor, to: tensor });

/**
 * Bilinear, pixel centres aligned, to the size that the picture has after being halved `level` times, each time rounded
 * up.
 */
const resize = z.object({ kind: z.literal('resize'), from: tensor, to: tensor, level });

const add = z.object({ kind: z.literal('add'), from: z.tuple([tensor, tensor]), to: tensor });

/** The last step: one channel, at the picture's size. */
const sigmoid = z.object({ kind: z.literal('sigmoid'), from: tensor, to: tensor });

const step = z.discriminatedUnion('kind', [convolution, maxPool, resize, add, sigmoid]);

/**
 * A network of IS-Net's class, free of the picture's size: what is done, in order, and where each step's numbers lie in
 * the model's bytes. Steps' numbers stand in the order of the steps, so that a step can be prepared as soon as the bytes
 * up to its end are there.
 */
export const networkSchema = z.object({
  version: z.literal(1),
  /** Of all weights, scales and biases. */
  sizeBytes: count,
  steps: z.array(step).check(z.minLength(1)),
});

export type Network = z.infer<typeof networkSchema>;
export type NetworkStep = Network['steps'][number];
export type Convolution = Extract<NetworkStep, { kind: 'convolution' }>;

/** Where an array may begin: kernels load 16 bytes at once. */
const alignmentBytes = 16;

/**
 * Checks a network's description: its form, and that every array lies within the model's bytes.
 * @param value as it was parsed from JSON.
 * @param sizeBytes of the model, as its manifest says.
 * @param file its name, for the error.
 * @throws {SegmenterError} `model-load-failed`, with the step that is at fault.
 */
export function parseNetwork(value: unknown, sizeBytes: number, file: string): Network {
  const result = networkSchema.safeParse(value);
  if (!result.success) throw refusal(file, z.prettifyError(result.error));
  const network = result.data;
  if (network.sizeBytes !== sizeBytes) {
    throw refusal(file, `it describes ${network.sizeBytes} bytes, and the manifest has a model of ${sizeBytes}`);
  }
  for (const step of network.steps) {
    if (step.kind !== 'convolution') continue;
    for (const { name, at, bytes } of arraysOf(step)) {
      const array = `${name} of ‘${step.to}’, ${bytes} bytes at ${at},`;
      if (at + bytes > sizeBytes) throw refusal(file, `${array} reach over the model’s ${sizeBytes}`);
      if (at % alignmentBytes > 0) throw refusal(file, `${array} do not begin at a multiple of ${alignmentBytes}`);
    }
  }
  return network;
}

/** @returns where each of a convolution's arrays stands in the model's bytes. */
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
