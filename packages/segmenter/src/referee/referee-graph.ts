import * as z from 'zod/mini';

import { SegmenterError } from '../api/errors.ts';

const count = z.int().check(z.positive());
/** Index of a value among those that the steps compute. The image is the first. */
const value = z.int().check(z.minimum(0));
/** Index of the first number among the weights. */
const place = z.int().check(z.minimum(0));

/**
 * The steps. Values are `rows × columns × channels`, with the channels of a pixel next to each other. Borders are
 * padded so that a stride divides the size.
 */
const stepSchema = z.discriminatedUnion('kind', [
  /**
   * A convolution: each channel of the result is a sum over a window of every channel. Weights: window rows × window
   * columns × inputs × outputs; outputs are a multiple of 8.
   */
  z.object({
    kind: z.literal('convolution'),
    from: value,
    to: value,
    weights: place,
    biases: place,
    windowPx: count,
    inputs: count,
    outputs: count.check(z.multipleOf(8)),
    stride: count,
  }),
  /**
   * A depthwise convolution: each channel of the result is a sum over a window of the same channel. Weights: window
   * rows × window columns × channels, a multiple of 4.
   */
  z.object({
    kind: z.literal('depthwise'),
    from: value,
    to: value,
    weights: place,
    biases: place,
    windowPx: count,
    channels: count.check(z.multipleOf(4)),
    stride: count,
  }),
  z.object({ kind: z.literal(['relu', 'hard-swish', 'sigmoid', 'mean', 'double']), from: value, to: value }),
  /** `by` has the same size, or is a single pixel that is applied to all pixels. */
  z.object({ kind: z.literal(['add', 'multiply']), from: value, by: value, to: value }),
  /** Each pixel becomes 2 × 2 pixels of one channel. Weights: 2 × 2 × inputs. */
  z.object({ kind: z.literal('unfold'), from: value, to: value, weights: place, biases: place, inputs: count }),
]);

const graphSchema = z.object({
  /** Side of the square images that the network processes: RGB, 0…1. */
  sidePx: count,
  /** Number of weights. */
  weightCount: count,
  /** The steps, in order. The last one yields the mask: a square of the same side, 0…1. */
  steps: z.array(stepSchema).check(z.minLength(1)),
});

/** A small network, as steps. The build extracts it from a TensorFlow Lite file. */
export type RefereeGraph = z.infer<typeof graphSchema>;
export type RefereeStep = RefereeGraph['steps'][number];
export type StepOf<Kind extends RefereeStep['kind']> = Extract<RefereeStep, { kind: Kind }>;

/**
 * Checks the description of a referee.
 * @throws {SegmenterError} `model-load-failed` when the value does not describe one.
 */
export function parseRefereeGraph(json: unknown, file: string): RefereeGraph {
  const result = graphSchema.safeParse(json);
  if (result.success) return result.data;
  throw new SegmenterError('model-load-failed', `${file} is not a referee: ${z.prettifyError(result.error)}`);
}
