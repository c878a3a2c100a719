import type { Matte } from '@isola/imaging';

import type { ImageSegmentation } from '../image/image-segmentation.ts';
import type { Rendering } from './create-rendering.ts';

/**
 * Returns the mattes of an editor's subject: that with the latest edits that have been computed, and that of the
 * segmentation. Without an image, there are none.
 */
export function mattesOf({
  rendering,
  segmentation,
}: {
  readonly rendering?: Pick<Rendering, 'latestMatte'> | undefined;
  readonly segmentation?: Pick<ImageSegmentation, 'matte'> | undefined;
}): readonly Matte[] {
  return [rendering?.latestMatte(), segmentation?.matte].filter((matte) => matte !== undefined);
}
