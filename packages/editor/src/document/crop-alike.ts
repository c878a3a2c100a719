import type { Matte } from '@isola/imaging';

import type { CropRect } from '../schema/document-state.ts';
import { subjectBox } from './crop-geometry.ts';

/** Alpha from which a pixel belongs to the subject. */
const minAlpha = 64;

/**
 * Returns the crop that is to a subject as an earlier crop is to another: the subject has the same scale and place in it.
 * @param crop crop of the image to which `from` belongs.
 * @param from matte of the image with the crop.
 * @param to matte of the image that is cropped alike.
 * @returns undefined when a matte has no subject.
 */
export function cropAlike(crop: CropRect, from: Matte, to: Matte): CropRect | undefined {
  const [own, other] = [subjectOf(from), subjectOf(to)];
  if (!own || !other) return undefined;
  const scale = Math.max(other.widthPx / own.widthPx, other.heightPx / own.heightPx);
  return {
    ...crop,
    centerX: other.centerX + (crop.centerX - own.centerX) * scale,
    centerY: other.centerY + (crop.centerY - own.centerY) * scale,
    widthPx: crop.widthPx * scale,
    heightPx: crop.heightPx * scale,
  };
}

function subjectOf(matte: Matte) {
  const box = subjectBox(matte, minAlpha);
  if (!box) return undefined;
  const { left, top, right, bottom } = box;
  return {
    centerX: (left + right) / 2,
    centerY: (top + bottom) / 2,
    widthPx: right - left,
    heightPx: bottom - top,
  };
}
