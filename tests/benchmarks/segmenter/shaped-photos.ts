import type { Size } from '../../../scripts/quality/pixels.ts';
import type { OpenWorkshop } from '../arena/open-workshop.ts';
import type { Photo } from '../arena/photos.ts';

/**
 * Smallest long side, which is the network's input side. A smaller photo would be less work for a side that keeps its
 * size, and not for one that enlarges it.
 */
const minLongSidePx = 1024;
/** Tolerance of the aspect ratio, so that 1600 × 1067 counts as 3:2. */
const aspectTolerance = 0.01;

/**
 * Returns photos of one aspect ratio, portrait or landscape: first those that have it, then others cropped to it.
 * @param aspect longer side divided by the shorter.
 * @returns at most `count` photos.
 */
export async function shapedPhotos(
  photos: readonly Photo[],
  aspect: number,
  count: number,
  workshop: OpenWorkshop,
): Promise<Photo[]> {
  const fitting: Photo[] = [];
  const others: { photo: Photo; size: Size }[] = [];
  for (const photo of photos) {
    const { widthPx, heightPx } = await workshop.sizeOf(photo);
    const own = Math.max(widthPx, heightPx) / Math.min(widthPx, heightPx);
    const size = cropOf({ widthPx, heightPx }, aspect);
    if (Math.max(size.widthPx, size.heightPx) < minLongSidePx) continue;
    if (Math.abs(own / aspect - 1) <= aspectTolerance) fitting.push(photo);
    else others.push({ photo, size });
  }
  const cut = others.slice(0, Math.max(0, count - fitting.length));
  const crops: Photo[] = [];
  for (const { photo, size } of cut) crops.push(await workshop.crop(photo, size));
  return [...fitting.slice(0, count), ...crops];
}

/** Returns the largest size of that aspect ratio within an image, in the image's orientation. */
function cropOf({ widthPx, heightPx }: Size, aspect: number): Size {
  const wanted = widthPx >= heightPx ? aspect : 1 / aspect;
  return widthPx / heightPx > wanted
    ? { widthPx: Math.round(heightPx * wanted), heightPx }
    : { widthPx, heightPx: Math.round(widthPx / wanted) };
}

const twelveMegapixels: Size = { widthPx: 4000, heightPx: 3000 };

/** Returns the photo with the most pixels: unchanged if it is 4000 × 3000, otherwise its centre scaled to that. */
export async function twelveMegapixelPhoto(photos: readonly Photo[], workshop: OpenWorkshop): Promise<Photo> {
  let largest: { readonly photo: Photo; readonly size: Size } | undefined;
  for (const photo of photos) {
    const size = await workshop.sizeOf(photo);
    if (!largest || pixelsOf(size) > pixelsOf(largest.size)) largest = { photo, size };
  }
  if (!largest) throw new Error('no photo was given');
  const { photo, size } = largest;
  const { widthPx, heightPx } = twelveMegapixels;
  return size.widthPx === widthPx && size.heightPx === heightPx ? photo : workshop.crop(photo, twelveMegapixels);
}

function pixelsOf({ widthPx, heightPx }: Size): number {
  return widthPx * heightPx;
}
