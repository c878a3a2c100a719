import { decodeImage, SegmenterError } from '../public-api.ts';
import type { ResolvedConfig } from './config.ts';

/** Pixels in the form of the library `ndarray`: height × width × channels, 8 bits per channel. */
export interface NdArray {
  readonly data: ArrayLike<number>;
  readonly shape: readonly number[];
}

export type ImageSource = ImageData | ArrayBuffer | Uint8Array | Blob | URL | string | NdArray;

/** Side of a result that is not scaled back to the image's size. */
const networkSidePx = 1024;

/** Converts the forms that the segmenter does not know: `ndarray` and blobs of bytes without a file format. */
export async function toSource(image: ImageSource): Promise<Exclude<ImageSource, NdArray>> {
  if (typeof image === 'object' && 'shape' in image) return fromChannels(image.data, image.shape);
  if (!(image instanceof Blob)) return image;
  const [, layout, widthPx, heightPx] =
    /^image\/x-(rgba8|alpha8);\s*width=(\d+);\s*height=(\d+)$/.exec(image.type) ?? [];
  if (layout === undefined) return image;
  const shape = [Number(heightPx), Number(widthPx), layout === 'rgba8' ? 4 : 1];
  return fromChannels(new Uint8Array(await image.arrayBuffer()), shape);
}

/**
 * Reads the pixels of an image: RGBA, upright, in sRGB.
 * @throws {SegmenterError} the errors of `segment`.
 */
export async function readPixels(image: ImageSource): Promise<ImageData> {
  const source = await toSource(image);
  if (source instanceof ImageData) return source;
  const bitmap = await decodeImage(await fileOf(source));
  const pixels = drawn(bitmap, bitmap.width, bitmap.height);
  bitmap.close();
  return pixels;
}

/** Encodes pixels in the configured format. @throws when the browser cannot write the format. */
export async function encode(pixels: ImageData, { format, quality, isRescaled }: ResolvedConfig): Promise<Blob> {
  const sized = isRescaled ? pixels : await scaled(pixels, networkSidePx, networkSidePx);
  const { width, height, data } = sized;
  const type = `${format};width=${width};height=${height}`;
  if (format === 'image/x-rgba8') return new Blob([data], { type });
  if (format === 'image/x-alpha8') return new Blob([alphaOf(sized)], { type });
  const canvas = new OffscreenCanvas(width, height);
  contextOf(canvas).putImageData(sized, 0, 0);
  const blob = await canvas.convertToBlob({ type: format, quality });
  if (blob.type !== format) throw new SegmenterError('processing-failed', `this browser cannot write ${format}`);
  return blob;
}

/** Scales pixels. The result is the same object if the size is the same. */
export async function scaled(pixels: ImageData, width: number, height: number): Promise<ImageData> {
  if (pixels.width === width && pixels.height === height) return pixels;
  const bitmap = await createImageBitmap(pixels);
  const result = drawn(bitmap, width, height);
  bitmap.close();
  return result;
}

export function alphaOf({ data }: ImageData): Uint8ClampedArray<ArrayBuffer> {
  return data.filter((_, index) => index % 4 === 3);
}

async function fileOf(source: Exclude<ImageSource, NdArray | ImageData>): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return new Blob([source as BlobPart]);
  const response = await fetch(source);
  if (!response.ok) throw new SegmenterError('source-unavailable', `${String(source)} answered ${response.status}`);
  return response.blob();
}

function fromChannels(data: ArrayLike<number>, [height = 0, width = 0, channels = 1]: readonly number[]): ImageData {
  if (data.length !== width * height * channels || ![1, 3, 4].includes(channels)) {
    const found = `${data.length} values for ${height} × ${width} × ${channels}`;
    throw new SegmenterError('unsupported-format', `pixels need one, three or four channels per pixel: ${found}`);
  }
  const pixels = new ImageData(width, height);
  for (let index = 0; index < width * height; index += 1) {
    const channel = (number: number) => data[index * channels + number] ?? 0;
    // One channel is a mask, in the form that `segmentForeground` returns.
    const rgba = channels === 1 ? [255, 255, 255, channel(0)] : [channel(0), channel(1), channel(2), 255];
    pixels.data.set(channels === 4 ? [...rgba.slice(0, 3), channel(3)] : rgba, index * 4);
  }
  return pixels;
}

function drawn(bitmap: ImageBitmap, width: number, height: number): ImageData {
  const context = contextOf(new OffscreenCanvas(width, height));
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new SegmenterError('out-of-memory', 'the browser made no canvas');
  return context;
}
