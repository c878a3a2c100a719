import type { CoarseMask } from '@isola/segmenter';

import type { SourceImage } from '../../model/source-image.ts';

/** Longest side of the preview, in px. It is enough for a screen and is drawn in milliseconds. */
const maxSidePx = 1600;

/**
 * Cuts out an image with the coarse mask of the network's first pass, for display only.
 * @returns a bitmap with a longer side of at most 1600 px. The caller must close it.
 * @throws if the image cannot be decoded or memory is insufficient.
 */
export async function drawFirstLook(image: SourceImage, mask: CoarseMask): Promise<ImageBitmap> {
  const photo = image.bitmap ?? (await createImageBitmap(image.file));
  try {
    const scale = Math.min(1, maxSidePx / Math.max(photo.width, photo.height));
    const [width, height] = [Math.round(photo.width * scale) || 1, Math.round(photo.height * scale) || 1];
    const context = contextOf(width, height);
    context.imageSmoothingQuality = 'medium';
    context.drawImage(photo, 0, 0, width, height);
    context.globalCompositeOperation = 'destination-in';
    context.drawImage(alphaOf(mask), 0, 0, width, height);
    return context.canvas.transferToImageBitmap();
  } finally {
    if (photo !== image.bitmap) photo.close();
  }
}

/** @returns a canvas of the mask's size whose alpha is the mask. */
function alphaOf({ widthPx, heightPx, data }: CoarseMask): OffscreenCanvas {
  const pixels = new ImageData(widthPx, heightPx);
  for (let at = 0; at < data.length; at += 1) pixels.data[at * 4 + 3] = data[at] ?? 0;
  const context = contextOf(widthPx, heightPx);
  context.putImageData(pixels, 0, 0);
  return context.canvas;
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('the browser could not create a 2D canvas');
  return context;
}
