import { SegmenterError } from '../api/errors.ts';
import { context2d } from './context-2d.ts';
import { decode } from './decode.ts';
import type { OpenWriter, Picture, Platform } from './platform.ts';

/** Of a canvas's WebP. Its alpha is without loss at any. */
const webpQuality = 0.9;

/** Browsers. */
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

/** @param bitmap closed with the picture. */
export function pictureOf(bitmap: ImageBitmap): Picture {
  // A closed bitmap has no size any more.
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

/** @param finish makes of all rows what is handed over. */
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

/** Safari writes none, and Chromium none of 16 384 px a side. */
async function webpOf(canvas: OffscreenCanvas): Promise<Blob> {
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality }).catch((cause: unknown) => {
    throw new SegmenterError('processing-failed', 'the browser wrote no WebP', { cause });
  });
  if (blob.type === 'image/webp') return blob;
  throw new SegmenterError('processing-failed', `this browser writes no WebP, but ${blob.type}`);
}
