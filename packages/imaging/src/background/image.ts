import * as z from 'zod/mini';

import { enlargedMap } from '../resample/interpolate-map.ts';
import { drawnRectOf, drawnOnWhite } from './draw-image.ts';
import { blurredImage, blurSizeFor } from './blurred.ts';
import { defineBackgroundSource, percent } from './define-background-source.ts';
import { openImageFile } from './open-image-file.ts';

/** An image file. White shows where the image does not reach and where it is transparent. */
export const imageBackground = defineBackgroundSource(
  'image',
  z.object({
    kind: z.literal('image'),
    image: z.instanceof(Blob),
    /** Mode of fitting: `cover` fills the result; `contain` shows the whole image. */
    fit: z.enum(['cover', 'contain']),
    /** Factor applied to the size that `fit` yields. */
    scale: z.number().check(z.positive()),
    /** Offset from the centre, as a fraction of the result's width (`offsetX`) or height (`offsetY`). */
    offsetX: z.number(),
    offsetY: z.number(),
    /** Strength of the blur, 0…100; 0 is no blur. @see blurRadius */
    blur: percent,
  }),
  async (background, { widthPx, heightPx }, yieldToEventLoop) => {
    const result = { widthPx, heightPx };
    const shownIn = background.blur === 0 ? result : blurSizeFor(background.blur, result);
    const image = await openImageFile(
      background.image,
      (full) => drawnRectOf(full, shownIn, background).widthPx / full.widthPx,
      yieldToEventLoop,
    );
    if (background.blur === 0) {
      return { rows: drawnOnWhite(image, drawnRectOf(image, result, background), result), close: image.close };
    }
    try {
      const blurred = await blurredImage(image, background, background.blur, result, yieldToEventLoop);
      return { rows: { readRow: enlargedMap(blurred, 3, widthPx, heightPx) } };
    } finally {
      image.close();
    }
  },
);
