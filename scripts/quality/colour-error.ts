import type { Rgba } from './pixels.ts';

/**
 * How far the foreground's colours are off where the true cut-out is partly transparent, 0 < α* < 1: there a photograph
 * shows subject and background mixed, and a cut-out that keeps the mixture carries its old background along.
 *
 * Each pixel counts by as much of the subject as shows, min(α, α*): what the result leaves out entirely has no colour,
 * and is the business of the metrics of alpha.
 * @param result,truth of one size, straight alpha.
 * @returns the mean absolute difference over red, green and blue, 0…255; undefined where nothing counts.
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
