import { pictureOf } from './canvas-platform.ts';
import { isCutOutAlready } from './is-cut-out-already.ts';

/**
 * Tells whether an image is cut out already, so that `segment` keeps its transparency.
 * @param bitmap of `decodeImage`; stays open.
 * @example
 * if (hasOwnTransparency(bitmap)) offer('Cut out anew');
 */
export function hasOwnTransparency(bitmap: ImageBitmap): boolean {
  return isCutOutAlready(pictureOf(bitmap));
}
