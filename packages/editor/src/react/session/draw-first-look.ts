import type { CoarseMask } from '@isola/segmenter';

import type { SourceImage } from '../../model/source-image.ts';

/** The longer side of a first look, in px: enough for a screen, and drawn in milliseconds. */
const maxSidePx = 1600;

/**
 * Cuts an image out by the mask of the network's first look, for the screen alone.
 * @returns at most 1600 px along its longer side; the caller closes it.
 * @throws where the image cannot be decoded, or there is no memory for it.
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

/** @returns a canvas of the mask's size that is as opaque as the mask is subject. */
function alphaOf({ widthPx, heightPx, data }: CoarseMask): OffscreenCanvas {
  const pixels = new ImageData(widthPx, heightPx);
  for (let at = 0; at < data.length; at += 1) pixels.data[at * 4 + 3] = data[at] ?? 0;
  const context = contextOf(widthPx, heightPx);
  context.putImageData(pixels, 0, 0);
  return context.canvas;
}

function contextOf(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('there is no canvas');
  return context;
}
