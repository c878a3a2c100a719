import { context2d, findInside } from '@isola/imaging';
import type { Matte } from '@isola/segmenter';

import { reducedMatte } from './reduced-matte.ts';

/** Smallest dropped area, as a share of the image. A smaller one is the counter of a letter, or an intended hole. */
const minImageShare = 0.01;
/**
 * Smallest dropped area, as a share of the kept area. The lines of a drawing are small compared with the area that they
 * enclose, whereas a mug is large compared with the hole of its handle.
 */
const minSubjectShare = 0.5;

/**
 * Checks whether the matte of a line drawing on white has dropped the white that its outlines enclose; see
 * `findInside`.
 */
export function hasDroppedInside(bitmap: ImageBitmap, matte: Matte): boolean {
  const { data, widthPx, heightPx } = reducedMatte(matte);
  const small = context2d(widthPx, heightPx, true);
  small.imageSmoothingQuality = 'high';
  small.drawImage(bitmap, 0, 0, widthPx, heightPx);
  const { data: pixels } = small.getImageData(0, 0, widthPx, heightPx);
  const found = findInside({ pixels, matte: data, widthPx, heightPx });
  const keptCount = data.reduce((count, alpha) => (alpha < 128 ? count : count + 1), 0);
  return (
    found !== undefined &&
    found.droppedCount >= minImageShare * data.length &&
    found.droppedCount >= minSubjectShare * keptCount
  );
}
