import type { Size } from '../api/size.ts';
import type { Features } from '../engine/network-engine.ts';

/** The cells in which the network sees an image, each described by the same number of features. */
export interface Cells extends Size {
  /** Number of features of each cell. */
  readonly count: number;
  /** `widthPx × heightPx × count`, the features of a cell next to each other. */
  readonly data: Float32Array;
}

/** Number of features besides the network's: three of the colour, and the subject's share. */
const ownFeatures = 4;
/** Weight of the colour against one of the network's features, so that it counts beside hundreds of them. */
const colourWeight = 25;

/**
 * Describes each cell by the network's features, its colour, and the subject's share of it. The network's features of a
 * cell are scaled to a mean square of 1, because their magnitude follows the contrast of the image.
 * @param colours Oklab, three numbers per cell.
 * @param shares the subject's share of each cell, 0…1.
 */
export function describeCells(
  { channels, data, widthPx, heightPx }: Features,
  colours: Float32Array,
  shares: Float32Array,
): Cells {
  const count = channels + ownFeatures;
  const described = new Float32Array(widthPx * heightPx * count);
  for (let cell = 0; cell < widthPx * heightPx; cell += 1) {
    const own = data.subarray(cell * channels, (cell + 1) * channels);
    let squares = 0;
    for (const value of own) squares += value * value;
    const scale = 1 / Math.sqrt(squares / channels + 1e-9);
    const to = cell * count;
    for (let channel = 0; channel < channels; channel += 1) described[to + channel] = (own[channel] ?? 0) * scale;
    for (let axis = 0; axis < 3; axis += 1)
      described[to + channels + axis] = (colours[cell * 3 + axis] ?? 0) * colourWeight;
    described[to + channels + 3] = shares[cell] ?? 0;
  }
  return { widthPx, heightPx, count, data: described };
}
