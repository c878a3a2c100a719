import { context2d, findInside } from '@isola/imaging';
import type { Matte } from '@isola/segmenter';

import { reducedMatte } from './reduced-matte.ts';

/** Of the image: what is smaller is the counter of a letter, or a hole that is meant. */
const minImageShare = 0.01;
/** Of what was kept: in a line drawing the lines are little beside what they enclose, and in a photo of a mug its handle's hole is. */
const minSubjectShare = 0.5;

/** Tells whether the matte of a line drawing on white has dropped the white that its outlines enclose; see `findInside`. */
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
