import { SegmenterError } from '../api/errors.ts';
import type { FetchFunction, PreparedSource } from '../api/options.ts';
import { context2d } from '../pipeline/context-2d.ts';
import { tooLarge } from '../pipeline/decode.ts';
import { isTooLarge } from '../pipeline/inspect-image.ts';
import { fetchAddress } from './fetch-address.ts';
import { atOnce, blobOf, later, type OpenedSource } from './opened-source.ts';

/**
 * The images that `segment` accepts.
 *
 * - `Blob`, `File`, `ArrayBuffer`, typed array: a JPEG, PNG or WebP file. The bytes determine its format; its name and
 *   declared type are ignored.
 * - `string`, `URL`: the address of such a file, absolute or relative to the page, with the scheme `http:`, `https:`, `blob:`
 *   or `data:`. The option `fetch` fetches it shortly before its turn. Another origin must allow the request (CORS).
 * - `ImageData`, `ImageBitmap`: pixels.
 * - `HTMLImageElement`, `HTMLCanvasElement`, `OffscreenCanvas`, `HTMLVideoElement`, `VideoFrame`: what they show at the time
 *   of the call. An image element that is still loading is waited for. They may change or be closed as soon as `segment`
 *   has returned its promise.
 */
export type SegmenterSource =
  | PreparedSource
  | string
  | URL
  | ArrayBuffer
  | ArrayBufferView
  | HTMLImageElement
  | HTMLCanvasElement
  | OffscreenCanvas
  | HTMLVideoElement
  | VideoFrame;

export interface OpenSourceOptions {
  readonly fetch: FetchFunction | undefined;
  readonly signal: AbortSignal;
}

/**
 * Opens a source. Elements and frames are copied at once, because they can change while the call waits for its turn.
 * @throws {SegmenterError} `unsupported-format` when the value is not a source. Its declared type is not trusted.
 */
export function openSource(source: SegmenterSource, { fetch, signal }: OpenSourceOptions): OpenedSource {
  const kind = kindOf(source);
  switch (kind) {
    case 'Blob':
    case 'File':
    case 'ImageData':
      return atOnce(source as Blob | ImageData);
    case 'ImageBitmap': {
      const bitmap = source as ImageBitmap;
      return { ...later(() => readable(bitmap)), close: () => undefined };
    }
    case 'String':
      return later(() => fetchAddress(source as string, fetch, signal));
    case 'URL': {
      const { href } = source as URL;
      return later(() => fetchAddress(href, fetch, signal));
    }
    case 'HTMLImageElement':
      return copied(() => copyOfImage(source as HTMLImageElement, signal));
    case 'HTMLCanvasElement':
    case 'OffscreenCanvas': {
      const canvas = source as HTMLCanvasElement | OffscreenCanvas;
      return copied(() => copyOf(canvas, canvas.width, canvas.height, 'the canvas has no pixels'));
    }
    case 'HTMLVideoElement': {
      const video = source as HTMLVideoElement;
      const hasFrame = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
      return copied(() =>
        copyOf(video, hasFrame ? video.videoWidth : 0, video.videoHeight, 'the video has no frame yet'),
      );
    }
    case 'VideoFrame': {
      const frame = source as VideoFrame;
      return copied(() => copyOf(frame, frame.displayWidth, frame.displayHeight, 'the frame has been closed'));
    }
    default:
      if (kind === 'ArrayBuffer' || ArrayBuffer.isView(source))
        return atOnce(blobOf(source as ArrayBuffer | ArrayBufferView));
      throw new SegmenterError('unsupported-format', `the source is ${kind}, but must be one of: ${sourceKinds}`);
  }
}

const sourceKinds =
  'Blob, File, ArrayBuffer, typed array, address, ImageData, ImageBitmap, image, canvas or video element, OffscreenCanvas, VideoFrame';

/** Returns a value's `Symbol.toStringTag`. Unlike `instanceof`, it also recognises objects from another frame. */
function kindOf(source: unknown): string {
  return Object.prototype.toString.call(source).slice('[object '.length, -1);
}

/** Opens a source by copying it at once. If the copy fails, `prepare` rejects with the error. */
function copied(make: () => Promise<ImageBitmap>): OpenedSource {
  const opened = later(make);
  opened.prepare().catch(() => undefined);
  return opened;
}

async function copyOfImage(image: HTMLImageElement, signal: AbortSignal): Promise<ImageBitmap> {
  if (!image.complete) await loaded(image, signal);
  return copyOf(image, image.naturalWidth, image.naturalHeight, 'the image element has loaded no image');
}

/** Waits until the element has loaded its image or has failed to load it. @throws the signal's reason. */
function loaded(image: HTMLImageElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController();
    const once = { once: true, signal: settled.signal };
    const settle = () => {
      settled.abort();
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    for (const type of ['load', 'error']) image.addEventListener(type, settle, once);
    signal.addEventListener('abort', settle, once);
  });
}

/**
 * Copies an element or frame to a bitmap.
 * @param absence message of the error when the source has no pixels.
 */
async function copyOf(
  source: Exclude<ImageBitmapSource, Blob | ImageData>,
  widthPx: number,
  heightPx: number,
  absence: string,
): Promise<ImageBitmap> {
  if (widthPx < 1 || heightPx < 1) throw new SegmenterError('source-unavailable', absence);
  if (isTooLarge(widthPx, heightPx)) throw tooLarge(widthPx, heightPx);
  const bitmap = await createImageBitmap(source);
  try {
    return await readable(bitmap);
  } catch (error) {
    bitmap.close();
    throw error;
  }
}

/**
 * Checks that the page may read a bitmap. It encodes one pixel, which browsers refuse for a tainted bitmap. Reading the
 * pixel with `getImageData` would block the page until the bitmap is decoded.
 * @throws {SegmenterError} `source-tainted` when the browser does not let the page read the bitmap's pixels or post it to a
 *   worker.
 */
async function readable(bitmap: ImageBitmap): Promise<ImageBitmap> {
  // The pipeline rejects a closed bitmap, with a better message.
  if (bitmap.width === 0) return bitmap;
  const context = context2d(1, 1);
  context.drawImage(bitmap, 0, 0, 1, 1, 0, 0, 1, 1);
  try {
    await context.canvas.convertToBlob();
  } catch (cause) {
    const detail = 'it has pixels of another origin, which does not allow this page to read them';
    throw new SegmenterError('source-tainted', detail, { cause });
  }
  return bitmap;
}
