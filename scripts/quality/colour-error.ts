import type { Rgba } from './pixels.ts';

/**
 * Measures the error of the foreground's colours where the true cutout is partly transparent, 0 < α* < 1. There a photo
 * shows a mixture of subject and background, and a cutout that keeps the mixture also keeps its old background.
 *
 * Each pixel is weighted by its visible alpha, min(α, α*). A pixel that the result leaves out entirely has no colour;
 * the metrics of alpha cover it.
 * @param result,truth images of the same size with straight alpha.
 * @returns the mean absolute difference over red, green and blue, 0…255; undefined when no pixel counts.
 */
export function colourError(result: Rgba, truth: Rgba): number | undefined {
  let sum = 0;
  let weights = 0;
  for (let at = 0; at < truth.data.length; at += 4) {
    const trueAlpha = truth.data[at + 3] ?? 0;
    if (trueAlpha === 0 || trueAlpha === 255) continue;
    const weight = Math.min(trueAlpha, result.data[at + 3] ?? 0);
    let difference = 0;
    for (let channel = at; channel < at + 3; channel += 1) {
      difference += Math.abs((result.data[channel] ?? 0) - (truth.data[channel] ?? 0));
    }
    sum += (weight * difference) / 3;
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}
