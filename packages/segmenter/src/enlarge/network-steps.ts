/** A convolution of the network, without padding. Its weights are `[outputs ÷ 8][window][window][inputs][8]`. */
export interface EnlargerStep {
  readonly name: 'details' | 'moreDetails' | 'look' | 'features' | 'mix' | 'narrow' | 'spread' | 'pixels';
  readonly windowPx: number;
  readonly inputs: number;
  readonly outputs: number;
}

/**
 * The steps, in the order of their weights in the file; each one's biases follow its weights. The network is a residual dense
 * network whose consecutive convolutions without a function between them were joined into one; see
 * `models/extract-enlarger.ts`.
 */
export const enlargerSteps = [
  /** Pixels → four details, rectified, and the part of four more details that is linear in the pixels. */
  { name: 'details', windowPx: 7, inputs: 4, outputs: 8 },
  /** Details → the same four details, and the four more. */
  { name: 'moreDetails', windowPx: 3, inputs: 8, outputs: 8 },
  /** Pixels → the part of the features that is linear in the pixels. */
  { name: 'look', windowPx: 7, inputs: 4, outputs: 64 },
  /** Eight details → what they add to the features. */
  { name: 'features', windowPx: 3, inputs: 8, outputs: 64 },
  { name: 'mix', windowPx: 5, inputs: 64, outputs: 64 },
  { name: 'narrow', windowPx: 3, inputs: 64, outputs: 32 },
  { name: 'spread', windowPx: 3, inputs: 32, outputs: 16 },
  /** → red, green, blue and nothing of the upper left pixel, the upper right, the lower left and the lower right. */
  { name: 'pixels', windowPx: 3, inputs: 16, outputs: 16 },
] as const satisfies readonly EnlargerStep[];

/** Number of weights and biases of all steps. */
export const enlargerWeightCount = enlargerSteps.reduce(
  (sum, { windowPx, inputs, outputs }) => sum + (windowPx * windowPx * inputs + 1) * outputs,
  0,
);
