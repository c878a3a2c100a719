import type { LoadPartsOptions } from '../model/load-model-parts.ts';
import type { SmallNetworkFiles } from '../model/model-manifest.ts';
import { loadSmallNetwork } from '../small-network/load-small-network.ts';

/**
 * Computes the mask of an image of `sidePx × sidePx` pixels, RGBA, 8-bit; alpha is ignored. @returns the subject's
 * share of each pixel, 0…1.
 */
export type Referee = (pixels: Uint8ClampedArray) => Float32Array<ArrayBuffer>;

/** A referee that is ready to run. */
export interface LoadedReferee {
  /** Side of the square images that it processes. */
  readonly sidePx: number;
  readonly see: Referee;
}

/**
 * Downloads a referee, or loads it from the cache, and prepares it.
 * @throws {SegmenterError} `network`, `model-load-failed`, `resource-load-failed`, `out-of-memory`.
 */
export async function loadReferee(files: SmallNetworkFiles, options: LoadPartsOptions): Promise<LoadedReferee> {
  const { sidePx, run } = await loadSmallNetwork(files, options);
  return { sidePx, see: (pixels) => run(pixels)[0] ?? new Float32Array(sidePx * sidePx) };
}
