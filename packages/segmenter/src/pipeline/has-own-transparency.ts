import { pictureOf } from './canvas-platform.ts';
import { isCutOutAlready } from './is-cut-out-already.ts';

/**
 * Checks whether an image is already cut out, so that `segment` would keep its transparency.
 * @param bitmap the result of `decodeImage`; stays open.
 * @example
 * if (hasOwnTransparency(bitmap)) offer('Cut out again');
 */
export function hasOwnTransparency(bitmap: ImageBitmap): boolean {
  return isCutOutAlready(pictureOf(bitmap));
}
