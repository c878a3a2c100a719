import * as z from 'zod/mini';

/** A tensor's name; `image` is the normalised picture, 3 channels. Every other one is some step's `to`. */
const tensor = z.string().check(z.minLength(1));
const count = z.int().check(z.positive());
const offset = z.int().check(z.nonnegative());

/**
 * A 3 × 3 convolution with zero padding as wide as its dilation, its batch normalisation folded in.
 *
 * Its sources' channels stand one after the other, as a concatenation would put them. Where its numbers lie in the
 * model's bytes, little-endian, every array at a multiple of 16:
 * - `weightsAt`: `[inputs][3][3][outputs]`, int8 or float32 by `precision`;
 * - `scalesAt` (int8 alone): float32 `[outputs]`; a weight is its integer times its output's scale;
 * - `biasAt`: float32 `[outputs]`.
 */
const convolution = z.object({
  kind: z.literal('convolution'),
  from: z.array(tensor).check(z.minLength(1), z.maxLength(2)),
  to: tensor,
  inputs: count,
  outputs: count,
  stride: z.literal([1, 2]),
  dilation: z.literal([1, 2, 4, 8]),
  relu: z.boolean(),
  precision: z.literal(['int8', 'float32']),
  weightsAt: offset,
  scalesAt: z.optional(offset),
  biasAt: offset,
});

/** The greatest of each 2 × 2 pixels; the last row or column stands alone where the size is odd. */
const maxPool = z.object({ kind: z.literal('max-pool'), from: tensor, to: tensor });

/**
 * Bilinear, pixel centres aligned, to the size that the picture has after being halved `level` times, each time rounded
 * up.
 */
const resize = z.object({ kind: z.literal('resize'), from: tensor, to: tensor, level: offset });

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
