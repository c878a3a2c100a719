import type { Size } from '../api/size.ts';
import { connectedParts } from './connected-parts.ts';
import { smoothStep } from './smooth-step.ts';

/** Mask value above which pixels belong to a part. The pixels of a part touch each other, also at a corner. */
const minShare = 0.05;
/** Mask value above which the network is sure of a pixel. */
const sureShare = 0.8;
/**
 * Share of sure pixels from which on a part is not changed. A ghost of something next to the subject has fewer, down to
 * none.
 */
const minSurePixels = 0.04;

/**
 * Drops, in place, the parts of a mask that are not connected to anything of which the network is sure: ghosts of
 * things next to the subject, shreds of the background. A mask without a sure part is not changed, because its subject
 * may be glass. The decision is gradual, so that noise cannot reverse it.
 * @param mask 0…1, normalised, row by row; see `normaliseMatte`.
 */
export function dropFaintParts(mask: Float32Array, size: Size): void {
  // A loop takes a fraction of the time of `Uint8Array.from` with a function.
  const members = new Uint8Array(mask.length);
  for (let at = 0; at < members.length; at += 1) if ((mask[at] ?? 0) > minShare) members[at] = 1;
  const parts = connectedParts(members, size).map((pixels) => ({ pixels, surePixels: surePixelsOf(mask, pixels) }));
  if (!parts.some(({ surePixels }) => surePixels >= minSurePixels)) return;
  for (const { pixels, surePixels } of parts) {
    if (surePixels >= minSurePixels) continue;
    const kept = smoothStep(0, minSurePixels, surePixels);
    for (const pixel of pixels) mask[pixel] = (mask[pixel] ?? 0) * kept;
  }
}

/** Returns the share of pixels of which the network is sure, 0…1. */
function surePixelsOf(mask: Float32Array, pixels: Uint32Array): number {
  let sure = 0;
  for (const pixel of pixels) if ((mask[pixel] ?? 0) > sureShare) sure += 1;
  return sure / pixels.length;
}
