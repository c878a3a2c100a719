import type { Detail } from '../api/options.ts';
import type { Size } from '../api/size.ts';
import { context2d } from './context-2d.ts';
import { networkSize, type SizeLimits } from './network-size.ts';

/** The JPEG quality at which the working picture is re-encoded; the owner's constant. */
const workingJpegQuality = 0.85;

/** From the largest to the smallest: the owner's longest sides of the working picture, and its squares. */
const standardLimits = [
  { longSidePx: 1024, sidePx: 896 },
  { longSidePx: 768, sidePx: 704 },
  { longSidePx: 640, sidePx: 640 },
] as const satisfies readonly SizeLimits[];

/** Of the fine detail, whatever the memory. */
const fineLimits: SizeLimits = { longSidePx: 1408, sidePx: 1024 };

/**
 * How large the network may see a picture, by the detail and the device's memory.
 * @param deviceMemoryGib 4 where the browser does not tell; the steps are the owner's.
 * @returns the limits to begin with, and what to be content with when the browser refuses the memory for them.
 */
export function sizeLimitsOf(detail: Detail, deviceMemoryGib: number): readonly [SizeLimits, ...SizeLimits[]] {
  if (detail === 'fine') return [fineLimits, ...standardLimits];
  const [first, second, third] = standardLimits;
  if (deviceMemoryGib >= 8) return [first, second, third];
  return deviceMemoryGib >= 4 ? [second, third] : [third];
}

/**
 * Scales a picture to the size in which the network is to see it, and re-encodes it as JPEG. Transparent pixels become
 * white: JPEG knows no alpha, and white is what a picture without background is most often seen on.
 * @param image full size; stays open.
 * @returns the working picture.
 */
export async function preprocess(image: ImageBitmap, limits: SizeLimits): Promise<ImageBitmap> {
  const { canvas } = onWhite(image, networkSize(sizeOf(image), limits));
  const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: workingJpegQuality });
  return createImageBitmap(jpeg);
}

/** The same, and leaves it at that: no detail is lost to JPEG. */
export function preprocessFine(image: ImageBitmap, limits: SizeLimits): ImageBitmap {
  return onWhite(image, networkSize(sizeOf(image), limits)).canvas.transferToImageBitmap();
}

export function sizeOf({ width, height }: ImageBitmap): Size {
  return { widthPx: width, heightPx: height };
}

/** The picture scaled, on white where it is transparent. */
export function onWhite(image: ImageBitmap, { widthPx, heightPx }: Size): OffscreenCanvasRenderingContext2D {
  const context = context2d(widthPx, heightPx);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, widthPx, heightPx);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, widthPx, heightPx);
  return context;
}
