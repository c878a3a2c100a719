import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';
import { issuesIn } from '../api/issues-in.ts';

const count = z.int().check(z.positive());
/** Index of a value among those that the steps compute. The image is the first. */
const value = z.int().check(z.minimum(0));
/** Index of the first number among the weights. */
const place = z.int().check(z.minimum(0));
/** Number of channels that the kernels process at a time. Values with other numbers of channels are filled with zeros. */
const channelCount = count.check(z.multipleOf(8));

/**
 * The steps. Values are `rows × columns × channels`, with the channels of a pixel next to each other. Borders are
 * padded so that a stride divides the size.
 */
const stepSchema = z.discriminatedUnion('kind', [
  /**
   * A convolution: each channel of the result is a sum over a window of every channel. Weights: window rows × window
   * columns × inputs × outputs.
   */
  z.object({
    kind: z.literal('convolution'),
    from: value,
    to: value,
    weights: place,
    biases: place,
    windowPx: count,
    inputs: count,
    outputs: channelCount,
    stride: count,
  }),
  /**
   * A depthwise convolution: each channel of the result is a sum over a window of the same channel. Weights: window
   * rows × window columns × channels.
   */
  z.object({
    kind: z.literal('depthwise'),
    from: value,
    to: value,
    weights: place,
    biases: place,
    windowPx: count,
    channels: channelCount,
    stride: count,
  }),
  /** Each number of the result is a sum over all numbers of a value. Weights: inputs × outputs. */
  z.object({
    kind: z.literal('dense'),
    from: value,
    to: value,
    weights: place,
    biases: place,
    inputs: count,
    outputs: channelCount,
  }),
  /** Negative values are multiplied by their channel's slope (PReLU). */
  z.object({ kind: z.literal('parametric-relu'), from: value, to: value, slopes: place, channels: channelCount }),
  /** `max-pool` halves even sides to the maximum of each 2 × 2 pixels. */
  z.object({
    kind: z.literal(['relu', 'hard-swish', 'sigmoid', 'mean', 'double', 'max-pool']),
    from: value,
    to: value,
  }),
  /** Channels of zeros are appended. */
  z.object({ kind: z.literal('widen'), from: value, to: value, channels: channelCount }),
  /** `by` has the same size, or is a single pixel that is applied to all pixels. */
  z.object({ kind: z.literal(['add', 'multiply']), from: value, by: value, to: value }),
  /** Each pixel becomes 2 × 2 pixels of one channel. Weights: 2 × 2 × inputs. */
  z.object({ kind: z.literal('unfold'), from: value, to: value, weights: place, biases: place, inputs: count }),
]);

const graphSchema = z.object({
  /** Side of the square images that the network processes: RGB. */
  sidePx: count,
  /** Value of a black pixel. A white pixel is 1. Default: 0. */
  black: z.optional(z.literal([0, -1])),
  /** Number of weights. */
  weightCount: count,
  /** The steps, in order. */
  steps: z.array(stepSchema).check(z.minLength(1)),
  /** The results: values, and the number of their channels that are not filling. */
  outputs: z.array(z.object({ value, channels: count })).check(z.minLength(1)),
});

/** A small network, as steps. The build extracts it from a TensorFlow Lite file. */
export type SmallNetworkGraph = z.infer<typeof graphSchema>;
export type SmallNetworkStep = SmallNetworkGraph['steps'][number];
export type StepOf<Kind extends SmallNetworkStep['kind']> = Extract<SmallNetworkStep, { kind: Kind }>;

/**
 * Checks the description of a small network.
 * @throws {SegmenterError} `model-load-failed` when the value does not describe one.
 */
export function parseSmallNetworkGraph(json: unknown, file: string): SmallNetworkGraph {
  const result = graphSchema.safeParse(json);
  if (result.success) return result.data;
  throw new SegmenterError('model-load-failed', `${file} is not a small network: ${issuesIn(result.error)}`);
}
