import { readFile } from 'node:fs/promises';

import { SegmenterError } from '../api/errors.ts';
import type { FetchFunction, PreparedSource } from '../api/options.ts';
import { fetchWhole } from '../http/fetch-whole.ts';
import { atOnce, blobOf, later, type OpenedSource } from '../input/opened-source.ts';

/** Pixels: RGBA, 8-bit sRGB, straight alpha, row by row. The `ImageData` of any canvas library has this form. */
export interface RawPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  /** Width in pixels. */
  readonly width: number;
  /** Height in pixels. */
  readonly height: number;
}

/**
 * The images that `segment` accepts in Node.
 *
 * - `Buffer`, typed array, `ArrayBuffer`, `Blob`: a JPEG, PNG or WebP file. The bytes determine its format; its name and
 *   declared type are ignored.
 * - `URL`: the `file:`, `http:` or `https:` address of such a file. It is read shortly before its turn. Convert a path with
 *   `pathToFileURL(path)`.
 * - `{ data, width, height }`: pixels.
 */
export type SegmenterSource = Blob | ArrayBuffer | ArrayBufferView | URL | RawPixels;

const sourceKinds = 'Buffer, typed array, ArrayBuffer, Blob, URL, { data, width, height }';

/**
 * Opens a source in Node.
 * @throws {SegmenterError} `unsupported-format` when the value is not a source. Its declared type is not trusted.
 */
export function openNodeSource(
  source: SegmenterSource,
  { fetch, signal }: { readonly fetch: FetchFunction | undefined; readonly signal: AbortSignal },
): OpenedSource {
  if (source instanceof Blob) return atOnce(source);
  if (source instanceof URL) return later(() => read(source, fetch, signal));
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return atOnce(blobOf(source));
  if (isRawPixels(source)) return atOnce(pixelsOf(source));
  const kind = Object.prototype.toString.call(source).slice('[object '.length, -1);
  throw new SegmenterError('unsupported-format', `the source is ${kind}, but must be one of: ${sourceKinds}`);
}

function isRawPixels(source: unknown): source is RawPixels {
  if (typeof source !== 'object' || source === null) return false;
  const { data, width, height } = source as Partial<RawPixels>;
  const isData = data instanceof Uint8Array || data instanceof Uint8ClampedArray;
  return isData && Number.isInteger(width) && Number.isInteger(height);
}

/** @throws {SegmenterError} `unsupported-format` when the number of bytes does not match the size. */
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
        `an address of ${url.protocol} is not fetched; file:, http:, https: are`,
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
