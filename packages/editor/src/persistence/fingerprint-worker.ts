import { type Fingerprint, fingerprintOf } from '@isola/imaging';

/** Message to the worker: thumbnails of an image and of its cutout, of the same shape. */
export interface FingerprintRequest {
  readonly original: Blob;
  /** Thumbnail whose transparency is the matte. */
  readonly cutout: Blob;
}

/** Answer of the worker; undefined when there is no subject, or a thumbnail cannot be decoded. */
export type FingerprintAnswer = Fingerprint | undefined;

/** The page, as its worker sees it. This file is checked with the types of the DOM, which have no worker scope. */
const page = self as unknown as Worker;

page.addEventListener('message', ({ data }: MessageEvent<FingerprintRequest>) => {
  void compute(data)
    .catch(() => undefined)
    .then((fingerprint) => page.postMessage(fingerprint satisfies FingerprintAnswer));
});

async function compute({ original, cutout }: FingerprintRequest): Promise<Fingerprint | undefined> {
  const bitmap = await createImageBitmap(cutout);
  const { width: widthPx, height: heightPx } = bitmap;
  const matte = pixelsOf(bitmap, widthPx, heightPx).filter((_, at) => at % 4 === 3);
  const image = pixelsOf(await createImageBitmap(original), widthPx, heightPx);
  return fingerprintOf({ data: image, widthPx, heightPx }, { data: matte, widthPx, heightPx });
}

/** Draws a bitmap at a size, and closes it. */
function pixelsOf(bitmap: ImageBitmap, widthPx: number, heightPx: number): Uint8ClampedArray<ArrayBuffer> {
  const context = new OffscreenCanvas(widthPx, heightPx).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser could not create a 2D canvas');
  context.drawImage(bitmap, 0, 0, widthPx, heightPx);
  bitmap.close();
  return new Uint8ClampedArray(context.getImageData(0, 0, widthPx, heightPx).data);
}
