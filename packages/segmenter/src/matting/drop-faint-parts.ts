import type { Size } from '../api/size.ts';
import { smoothStep } from './smooth-step.ts';

/** Pixels of a part touch each other, at a corner too, and are subject by more than this. */
const minShare = 0.05;
/** The network is sure of a pixel that is subject by more than this. */
const sureShare = 0.8;
/** A part of whose pixels the network is sure of this share stays as it is. A ghost of something beside the subject has fewer, down to none. */
const minSurePixels = 0.04;

/**
 * Drops, in place, the parts of a mask that are joined to nothing of which the network is sure: ghosts of things beside the subject, shreds of
 * the background. A mask that has no sure part is left alone: its subject may be glass. The decision is gradual, so that noise cannot turn it.
 * @param mask 0…1, normalised, row by row; see `normaliseMatte`.
 */
export function dropFaintParts(mask: Float32Array, size: Size): void {
  const parts = findParts(mask, size);
  if (!parts.some(({ surePixels }) => surePixels >= minSurePixels)) return;
  for (const { pixels, surePixels } of parts) {
    if (surePixels >= minSurePixels) continue;
    const kept = smoothStep(0, minSurePixels, surePixels);
    for (const pixel of pixels) mask[pixel] = (mask[pixel] ?? 0) * kept;
  }
}

interface JoinedPart {
  /** Indices of the mask. */
  readonly pixels: Uint32Array;
  /** Share of the part's pixels of which the network is sure, 0…1. */
  readonly surePixels: number;
}

function findParts(mask: Float32Array, { widthPx, heightPx }: Size): readonly JoinedPart[] {
  const isLeft = Uint8Array.from(mask, (value) => Number(value > minShare));
  const queue = new Uint32Array(mask.length);
  const parts: JoinedPart[] = [];
  let end = 0;
  for (let start = isLeft.indexOf(1); start !== -1; start = isLeft.indexOf(1, start)) {
    const begin = end;
    let sure = 0;
    isLeft[start] = 0;
    queue[end++] = start;
    for (let next = begin; next < end; next += 1) {
      const pixel = queue[next] ?? 0;
      if ((mask[pixel] ?? 0) > sureShare) sure += 1;
      const x = pixel % widthPx;
      const y = (pixel - x) / widthPx;
      const [left, right] = [Math.max(0, x - 1), Math.min(widthPx - 1, x + 1)];
      for (let row = Math.max(0, y - 1); row <= Math.min(heightPx - 1, y + 1); row += 1) {
        for (let near = row * widthPx + left; near <= row * widthPx + right; near += 1) {
          if (!isLeft[near]) continue;
          isLeft[near] = 0;
          queue[end++] = near;
        }
      }
    }
    parts.push({ pixels: queue.subarray(begin, end), surePixels: sure / (end - begin) });
  }
  return parts;
}
