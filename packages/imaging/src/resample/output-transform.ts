import type { Affine } from '../geometry/affine.ts';
import type { Size } from '../geometry/rect.ts';

/** Size of the result, and the position of each of its pixels in the image. */
export interface OutputTransform extends Size {
  /**
   * Map from px of the result to px of the image. Both coordinate systems begin at the top left corner, so the centre
   * of the first pixel is (0.5, 0.5).
   */
  readonly toPhoto: Affine;
}
