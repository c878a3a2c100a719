import * as z from 'zod/mini';

import type { Size } from '../geometry/rect.ts';
import { transformedMap } from '../resample/interpolate-map.ts';
import { drawnRectOf, type Fitting, drawnOnWhite } from './draw-image.ts';
import type { RowSource } from '../resample/create-resampler.ts';
import { blurredBehind, blurredImage, blurSizeFor } from './blurred.ts';
import { type BackgroundRows, defineBackgroundSource, percent } from './define-background-source.ts';
import { openImageFile } from './open-image-file.ts';

const wholeImage: Fitting = { fit: 'cover', scale: 1, offsetX: 0, offsetY: 0 };

/**
 * The source image itself, blurred and left in its place. When the scene contains a `subject`, its light is excluded
 * from the blur.
 */
export const blurBackground = defineBackgroundSource(
  'blur',
  z.object({
    kind: z.literal('blur'),
    /** File of the source image. */
    original: z.instanceof(Blob),
    /** Strength of the blur, 1…100. @see blurRadius */
    strength: percent.check(z.minimum(1)),
  }),
  async ({ original, strength }, { photo, lendPhoto, subject, toPhoto, widthPx }, yieldToEventLoop) => {
    const shownIn = subject ? photo : blurSizeFor(strength, photo);
    const scaleFor = (full: Size) => drawnRectOf(full, shownIn, wholeImage).widthPx / full.widthPx;
    const image = await openImageFile(original, scaleFor, yieldToEventLoop, lendPhoto);
    try {
      const blurred = subject
        ? await blurredBehind(resizedTo(photo, image), strength, subject, yieldToEventLoop)
        : await blurredImage(image, wholeImage, strength, photo, yieldToEventLoop);
      const [scaleX, scaleY] = [blurred.widthPx / photo.widthPx, blurred.heightPx / photo.heightPx];
      const { a, b, c, d, e, f } = toPhoto;
      const toMap = { a: a * scaleX, b: b * scaleY, c: c * scaleX, d: d * scaleY, e: e * scaleX, f: f * scaleY };
      return { rows: { readRow: transformedMap(blurred, 3, toMap, widthPx) } };
    } finally {
      image.close();
    }
  },
  { followsImage: true },
);

/**
 * Resizes the image to the given size when they differ: the segmenter may have worked on a smaller copy of the file.
 */
function resizedTo(size: Size, image: RowSource): BackgroundRows {
  if (image.widthPx === size.widthPx && image.heightPx === size.heightPx) return image;
  return drawnOnWhite(image, drawnRectOf(image, size, wholeImage), size);
}
