/** Number of convolutions of 3 × 3 px, one after the other. Each reaches one pixel farther. */
export const layerCount = 7;

/** A convolution of the network. Its weights are `[outputs ÷ 8][window][window][inputs][8]`, followed by its biases. */
export interface EnlargerStep {
  readonly windowPx: number;
  readonly inputs: number;
  readonly outputs: number;
}

/** The first layer: red, green, blue and nothing → eight channels. Its result is split into its signs. */
const first: EnlargerStep = { windowPx: 3, inputs: 4, outputs: 8 };
/** A later layer: the sixteen parts of the layer before → eight channels, which are split as well. */
const later: EnlargerStep = { windowPx: 3, inputs: 16, outputs: 8 };
/**
 * The addition of a layer to the result: its sixteen parts → red, green, blue and nothing of the upper left pixel, the upper right,
 * the lower left and the lower right.
 */
const addition: EnlargerStep = { windowPx: 1, inputs: 16, outputs: 16 };

/** The layers, in the order of their weights in the file. */
export const layerSteps: readonly EnlargerStep[] = Array.from({ length: layerCount }, (_, layer) =>
  layer === 0 ? first : later,
);

/** The additions of the layers. Their weights follow those of the layers. */
export const additionSteps: readonly EnlargerStep[] = layerSteps.map(() => addition);

/** Number of weights and biases of a step. */
export function numbersOf({ windowPx, inputs, outputs }: EnlargerStep): number {
  return (windowPx * windowPx * inputs + 1) * outputs;
}

/** Number of weights and biases of all steps. */
export const enlargerWeightCount = [...layerSteps, ...additionSteps].reduce((sum, step) => sum + numbersOf(step), 0);
