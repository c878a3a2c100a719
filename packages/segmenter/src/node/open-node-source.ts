import { readFile } from 'node:fs/promises';

import { SegmenterError } from '../api/errors.ts';
import type { FetchFunction, PreparedSource } from '../api/options.ts';
import { fetchWhole } from '../http/fetch-whole.ts';
import { atOnce, blobOf, later, type OpenedSource } from '../input/opened-source.ts';

/** Pixels: RGBA, 8-bit sRGB, straight alpha, row by row. An `ImageData` of any canvas library is one. */
export interface RawPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/**
 * What a segmenter can look at in Node.
 *
 * - `Buffer`, typed array, `ArrayBuffer`, `Blob`: a JPEG, PNG or WebP, judged by its bytes, never by its name or declared type.
 * - `URL`: the address of one; `file:`, `http:` or `https:`. It is read when its turn is near. A path is none: `pathToFileURL(path)` is.
 * - `{ data, width, height }`: pixels.
 */
export type SegmenterSource = Blob | ArrayBuffer | ArrayBufferView | URL | RawPixels;

const sourceKinds = 'Buffer, typed array, ArrayBuffer, Blob, URL, { data, width, height }';

/** @throws {SegmenterError} `unsupported-format` when it is no source, whatever was declared. */
export function openNodeSource(
  source: SegmenterSource,
  { fetch, signal }: { readonly fetch: FetchFunction | undefined; readonly signal: AbortSignal },
): OpenedSource {
  if (source instanceof Blob) return atOnce(source);
  if (source instanceof URL) return later(() => read(source, fetch, signal));
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return atOnce(blobOf(source));
  if (isRawPixels(source)) return atOnce(pixelsOf(source));
  const kind = Object.prototype.toString.call(source).slice('[object '.length, -1);
  throw new SegmenterError('unsupported-format', `the source is no ${sourceKinds}, but: ${kind}`);
}

function isRawPixels(source: unknown): source is RawPixels {
  if (typeof source !== 'object' || source === null) return false;
  const { data, width, height } = source as Partial<RawPixels>;
  const isData = data instanceof Uint8Array || data instanceof Uint8ClampedArray;
  return isData && Number.isInteger(width) && Number.isInteger(height);
}

/** @throws {SegmenterError} `unsupported-format` where there are more or fewer pixels than the size says. */
function pixelsOf({ data, width, height }: RawPixels): PreparedSource {
  if (data.length !== width * height * 4) {
    throw new SegmenterError('unsupported-format', `${data.length} bytes are not ${width} × ${height} pixels of RGBA`);
  }
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  return { data: pixels, width, height, colorSpace: 'srgb' } as ImageData;
}

async function read(url: URL, fetch: FetchFunction | undefined, signal: AbortSignal): Promise<Blob> {
  switch (url.protocol) {
    case 'file:':
      return new Blob([await readWhole(url, signal)]);
    case 'http:':
    case 'https:':
      return new Blob([await fetchWhole(url.href, 'source-unavailable', { signal, fetch, attempts: 2 })]);
    default:
      throw new SegmenterError(
        'source-unavailable',
        `an address of ${url.protocol} is not asked; file:, http:, https: are`,
      );
  }
}

async function readWhole(url: URL, signal: AbortSignal): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(url, { signal });
  } catch (cause) {
    signal.throwIfAborted();
    throw new SegmenterError('file-unreadable', String(cause), { cause });
  }
}
