import { SegmenterError } from '../api/errors.ts';
import { context2d } from './context-2d.ts';
import { decode } from './decode.ts';
import type { OpenWriter, Picture, Platform } from './platform.ts';

/** Quality at which a canvas writes WebP, 0…1. The alpha channel is lossless at every quality. */
const webpQuality = 0.9;

/** The platform of browsers. */
export const canvasPlatform: Platform = {
  decode: async (source) => pictureOf(await decode(source)),
  async throughJpeg(pixels, { widthPx, heightPx }, quality) {
    const context = context2d(widthPx, heightPx);
    context.putImageData(new ImageData(pixels, widthPx), 0, 0);
    const jpeg = await context.canvas.convertToBlob({ type: 'image/jpeg', quality });
    return pictureOf(await createImageBitmap(jpeg));
  },
  writers: {
    webp: wholeCanvas(async (canvas) => ({ webp: await webpOf(canvas) })),
    cutout: wholeCanvas((canvas) => ({ cutout: canvas.transferToImageBitmap() })),
  },
};

/** Wraps a bitmap as a `Picture`, whose `close` closes the bitmap. */
export function pictureOf(bitmap: ImageBitmap): Picture {
  // The size is copied now, because closing a bitmap sets its size to 0.
  const { width: widthPx, height: heightPx } = bitmap;
  return {
    widthPx,
    heightPx,
    openRows(maxRows) {
      const strip = context2d(widthPx, maxRows);
      return (firstRow, rows) => {
        strip.clearRect(0, 0, widthPx, rows);
        strip.drawImage(bitmap, 0, -firstRow);
        return strip.getImageData(0, 0, widthPx, rows).data;
      };
    },
    close: () => bitmap.close(),
  };
}

/** Creates a writer that collects all rows on one canvas. @param finish turns the canvas into the output. */
function wholeCanvas(
  finish: (canvas: OffscreenCanvas) => ReturnType<Awaited<ReturnType<OpenWriter>>['finish']>,
): OpenWriter {
  return ({ widthPx, heightPx }) => {
    const whole = context2d(widthPx, heightPx);
    return {
      add: ({ pixels, firstRow }) => whole.putImageData(new ImageData(pixels, widthPx), 0, firstRow),
      finish: () => finish(whole.canvas),
    };
  };
}

/**
 * Encodes a canvas as WebP.
 * @throws {SegmenterError} `processing-failed` in Safari, which cannot encode WebP, and in Chromium when a side is 16 384 px.
 */
async function webpOf(canvas: OffscreenCanvas): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality }).catch((cause: unknown) => {
    throw new SegmenterError('processing-failed', 'the browser could not encode a WebP', { cause });
  });
  if (blob.type === 'image/webp') return blob;
  throw new SegmenterError('processing-failed', `the browser encoded ${blob.type} instead of WebP`);
}
