/**
 * Paints thumbnails in a worker, which encodes them at once. On the main thread, Chromium waits until the page is idle.
 */
import { type Fingerprint, fingerprintOf, type Matte } from '@isola/imaging';
import { readImageHeader } from '@isola/segmenter';

import type { PaintAnswer, PaintRequest } from './create-thumbnail-painter.ts';

type Request<Kind> = Extract<PaintRequest, { readonly kind: Kind }>;

/** A matte, and the small image to whose size it is reduced. */
type MattePair = Pick<Extract<PaintRequest, { readonly png: Blob }>, 'png' | 'thumbnail'>;

/** @returns a WebP, or a PNG when the browser cannot encode WebP. */
async function paint({ image, maxSidePx }: Request<'paint'>): Promise<Blob> {
  const { canvas } =
    image instanceof Blob
      ? await drawSmall(image, maxSidePx)
      : contextOf(image.widthPx, image.heightPx, (context) =>
          context.putImageData(new ImageData(image.data, image.widthPx, image.heightPx), 0, 0),
        );
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
}

/** Decodes an image at about the size of a thumbnail, so that its full size is in memory only while it is decoded. */
async function drawSmall(file: Blob, maxSidePx: number): Promise<OffscreenCanvasRenderingContext2D> {
  const { widthPx = 0, heightPx = 0 } = (await readImageHeader(file)) ?? {};
  const shrink = maxSidePx / Math.max(widthPx, heightPx);
  const small = await createImageBitmap(file, {
    imageOrientation: 'from-image',
    ...(shrink < 1 && { resizeWidth: Math.max(1, Math.round(widthPx * shrink)), resizeQuality: 'medium' }),
  });
  // An image that its EXIF orientation turns is still larger, because the header states its size before the turn.
  return draw(small, Math.min(1, maxSidePx / Math.max(small.width, small.height)));
}

/** Reduces a matte to the size of a thumbnail. */
async function reduceMatte({ png, thumbnail }: MattePair): Promise<Matte> {
  const target = await createImageBitmap(thumbnail);
  const { width, height } = target;
  target.close();
  const small = await createImageBitmap(png, { resizeWidth: width, resizeHeight: height, resizeQuality: 'medium' });
  // A browser without these options returns the bitmap in its own size.
  const reduced = contextOf(width, height, (context) => context.drawImage(small, 0, 0, width, height));
  small.close();
  const pixels = reduced.getImageData(0, 0, width, height).data;
  return { data: pixels.filter((_, at) => at % 4 === 0), widthPx: width, heightPx: height };
}

async function computeFingerprint(pair: MattePair): Promise<Fingerprint | undefined> {
  const matte = await reduceMatte(pair);
  const { data } = draw(await createImageBitmap(pair.thumbnail), 1).getImageData(0, 0, matte.widthPx, matte.heightPx);
  return fingerprintOf({ ...matte, data: new Uint8ClampedArray(data) }, matte);
}

/** Draws a bitmap and closes it. */
function draw(bitmap: ImageBitmap, scale: number): OffscreenCanvasRenderingContext2D {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const drawn = contextOf(width, height, (context) => {
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
  });
  bitmap.close();
  return drawn;
}

function contextOf(
  width: number,
  height: number,
  fill: (context: OffscreenCanvasRenderingContext2D) => void,
): OffscreenCanvasRenderingContext2D {
  // The pixels are read again at once, so the canvas belongs to the processor and not to the graphics card.
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the browser could not create a 2D canvas');
  fill(context);
  return context;
}

async function answerTo(request: PaintRequest): Promise<PaintAnswer['result']> {
  switch (request.kind) {
    case 'paint':
      return paint(request);
    case 'reduce-matte':
      return reduceMatte(request);
    case 'fingerprint':
      return computeFingerprint(request);
    default:
      return request satisfies never;
  }
}

self.addEventListener('message', ({ data }: MessageEvent<PaintRequest>) => {
  void answerTo(data)
    .catch(() => undefined)
    .then((result) => (self as unknown as Worker).postMessage({ call: data.call, result } satisfies PaintAnswer));
});
