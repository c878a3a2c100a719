import type { SetAdjustments } from './catalogue/adjustments.ts';
import { loadSets } from './catalogue/load-sets.ts';
import { cropOfSet, type SetCrop } from './picture/crop-of-set.ts';
import { developSet, type SetPixels, type SetRows } from './picture/develop-set.ts';

/** Bitmaps of the most recently opened set, so that a drag over it decodes nothing. */
let latest: { readonly id: string; readonly bitmaps: Promise<readonly [ImageBitmap, ImageBitmap]> } | undefined;

/**
 * Opens a rendered set as a background of the given size. Its picture and its depth map are fetched when it is first
 * opened. The function needs `createImageBitmap` and `OffscreenCanvas`, which pages and workers have.
 * @param yieldToEventLoop awaited every few rows; it throws to stop.
 * @throws {RangeError} when there is no such set.
 * @throws {TypeError} when a file cannot be fetched.
 */
export async function openSet(
  id: string,
  adjustments: SetAdjustments,
  widthPx: number,
  heightPx: number,
  yieldToEventLoop: () => Promise<void>,
): Promise<SetRows> {
  const set = (await loadSets()).find((each) => each.id === id);
  if (!set) throw new RangeError(`there is no set “${id}”`);
  if (latest?.id !== id) {
    const bitmaps = Promise.all([pictureUrl(id), depthUrl(id)].map(fetchBitmap)) as Promise<[ImageBitmap, ImageBitmap]>;
    latest = { id, bitmaps };
    // A failure is not kept, so that the next try fetches again.
    bitmaps.catch(() => (latest = undefined));
  }
  const [picture, depth] = await latest.bitmaps;
  await yieldToEventLoop();
  const pixels = pixelsOf(picture, depth, cropOfSet(set, adjustments, widthPx, heightPx), widthPx);
  return developSet(set, pixels, adjustments, { widthPx, heightPx }, yieldToEventLoop);
}

/** Returns the address of a set's picture. Bundlers replace the pattern by the addresses of the files in `sets/`. */
function pictureUrl(id: string): URL {
  return new URL(`../sets/${id}.avif`, import.meta.url);
}

function depthUrl(id: string): URL {
  return new URL(`../sets/${id}.depth.webp`, import.meta.url);
}

async function fetchBitmap(url: URL): Promise<ImageBitmap> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`${url.pathname} answered ${response.status}`);
  return createImageBitmap(await response.blob());
}

/** Draws the cropped picture and its depth at the size of the result, or at that of the picture when it is smaller. */
function pixelsOf(picture: ImageBitmap, depth: ImageBitmap, crop: SetCrop, resultPx: number): SetPixels {
  const scale = Math.min(1, resultPx / (picture.width * crop.width));
  const widthPx = Math.max(1, Math.round(picture.width * crop.width * scale));
  const heightPx = Math.max(1, Math.round(picture.height * crop.height * scale));
  const draw = (bitmap: ImageBitmap) => {
    const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
    if (!context) throw new TypeError('there is no canvas');
    context.imageSmoothingQuality = 'high';
    const [left, top] = [crop.left * bitmap.width, crop.top * bitmap.height];
    context.drawImage(
      bitmap,
      left,
      top,
      crop.width * bitmap.width,
      crop.height * bitmap.height,
      0,
      0,
      widthPx,
      heightPx,
    );
    return context.getImageData(0, 0, widthPx, heightPx).data;
  };
  return { widthPx, heightPx, picture: draw(picture), depth: draw(depth) };
}
