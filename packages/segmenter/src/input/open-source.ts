import { SegmenterError } from '../api/errors.ts';
import type { FetchFunction, PreparedSource } from '../api/options.ts';
import { context2d } from '../pipeline/context-2d.ts';
import { tooLarge } from '../pipeline/decode.ts';
import { isTooLarge } from '../pipeline/inspect-image.ts';
import { fetchAddress } from './fetch-address.ts';
import { atOnce, blobOf, later, type OpenedSource } from './opened-source.ts';

/**
 * What a segmenter can look at.
 *
 * - `Blob`, `File`, `ArrayBuffer`, typed array: a JPEG, PNG or WebP, judged by its bytes, never by its name or declared type.
 * - `string`, `URL`: the address of one, relative to the page; `http:`, `https:`, `blob:` or `data:`. It is fetched when its turn is near,
 *   by the option `fetch`. Another origin must allow it (CORS).
 * - `ImageData`, `ImageBitmap`: pixels.
 * - `HTMLImageElement`, `HTMLCanvasElement`, `OffscreenCanvas`, `HTMLVideoElement`, `VideoFrame`: what they show at the call; an image
 *   that still loads is waited for. They may change, or be closed, as soon as `segment` has returned its promise.
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
 * Begins with what can change while the call waits for its turn: elements are copied at once.
 * @throws {SegmenterError} `unsupported-format` when it is no source, whatever was declared.
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
      throw new SegmenterError('unsupported-format', `the source is no ${sourceKinds}, but: ${kind}`);
  }
}

const sourceKinds =
  'Blob, File, ArrayBuffer, typed array, address, ImageData, ImageBitmap, image, canvas or video element, OffscreenCanvas, VideoFrame';

/** By its tag, which another frame's objects have too. */
function kindOf(source: unknown): string {
  return Object.prototype.toString.call(source).slice('[object '.length, -1);
}

/** `make` is called at once, and its failure thrown by `prepare`. */
function copied(make: () => Promise<ImageBitmap>): OpenedSource {
  const opened = later(make);
  opened.prepare().catch(() => undefined);
  return opened;
}

async function copyOfImage(image: HTMLImageElement, signal: AbortSignal): Promise<ImageBitmap> {
  if (!image.complete) await loaded(image, signal);
  return copyOf(image, image.naturalWidth, image.naturalHeight, 'the image element has loaded no image');
}

/** Settles when the element has loaded its image, or has failed to. */
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

/** @param absence what is to be said where there are no pixels. */
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
 * Encodes one pixel, which browsers refuse of a tainted bitmap: reading it would hold the page up until the bitmap is there.
 * @throws {SegmenterError} `source-tainted` when the browser lets no page read the bitmap's pixels, nor post it to a worker.
 */
async function readable(bitmap: ImageBitmap): Promise<ImageBitmap> {
  // One that was closed is refused by the pipeline.
  if (bitmap.width === 0) return bitmap;
  const context = context2d(1, 1);
  context.drawImage(bitmap, 0, 0, 1, 1, 0, 0, 1, 1);
  try {
    await context.canvas.convertToBlob();
  } catch (cause) {
    const detail = 'it has pixels of another origin, which did not allow that they are read';
    throw new SegmenterError('source-tainted', detail, { cause });
  }
  return bitmap;
}
