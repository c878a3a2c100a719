import { ConvertError } from '../convert-error.ts';
import type { Pixels } from '../pixels.ts';

/** The part of libheif's interface that is used. A failed call returns an error in place of its result. */
interface Libheif {
  heif_context_alloc(): number;
  heif_context_free(context: number): void;
  heif_context_read_from_memory(context: number, bytes: Uint8Array): HeifFailure;
  heif_js_context_get_primary_image_handle(context: number): object | HeifFailure;
  heif_image_handle_get_width(handle: object): number;
  heif_image_handle_get_height(handle: object): number;
  heif_image_handle_is_premultiplied_alpha(handle: object): number;
  heif_image_handle_release(handle: object): void;
  heif_image_release(image: object): void;
  heif_js_decode_image2(handle: object, colorSpace: object, chroma: object): DecodedImage | HeifFailure;
  readonly heif_colorspace: { readonly heif_colorspace_RGB: object };
  readonly heif_chroma: { readonly heif_chroma_interleaved_RGBA: object };
  readonly heif_error_code: Readonly<Record<string, object>>;
}

interface HeifFailure {
  readonly code: object;
  readonly message: string;
}

interface DecodedImage {
  readonly image: object;
  readonly channels: readonly {
    readonly width: number;
    readonly height: number;
    /** Bytes from one row to the next. */
    readonly stride: number;
    readonly data: Uint8Array;
  }[];
}

/**
 * Loads libheif. It applies the rotation and mirroring of a file, and leaves its colours as they are stored.
 * @returns a function that decodes a file's primary image.
 */
export async function openLibheif(): Promise<(bytes: Uint8Array) => Pixels> {
  // A dynamic import keeps the library in a file of its own, as its licence (LGPL) demands: it can be replaced.
  const { default: load } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs').catch((cause: unknown) => {
    throw new ConvertError('resource-load-failed', 'the HEIC decoder', { cause });
  });
  const library = (await load()) as Libheif;
  return (bytes) => {
    const context = library.heif_context_alloc();
    try {
      check(library, library.heif_context_read_from_memory(context, bytes));
      const handle = check(library, library.heif_js_context_get_primary_image_handle(context));
      try {
        return decodeHandle(library, handle);
      } finally {
        library.heif_image_handle_release(handle);
      }
    } finally {
      library.heif_context_free(context);
    }
  };
}

function decodeHandle(library: Libheif, handle: object): Pixels {
  const isPremultiplied = library.heif_image_handle_is_premultiplied_alpha(handle) !== 0;
  const { heif_colorspace: spaces, heif_chroma: chromas } = library;
  const decoded = check(
    library,
    library.heif_js_decode_image2(handle, spaces.heif_colorspace_RGB, chromas.heif_chroma_interleaved_RGBA),
  );
  try {
    const [plane] = decoded.channels;
    if (!plane) throw new ConvertError('damaged-image', 'the image has no pixels');
    const { width: widthPx, height: heightPx, stride } = plane;
    const data = new Uint8ClampedArray(widthPx * heightPx * 4);
    for (let row = 0; row < heightPx; row += 1) {
      data.set(plane.data.subarray(row * stride, row * stride + widthPx * 4), row * widthPx * 4);
    }
    if (isPremultiplied) unmultiply(data);
    return { widthPx, heightPx, data };
  } finally {
    library.heif_image_release(decoded.image);
  }
}

/** Returns the result of a call, or throws its failure. */
function check<Result extends object>(library: Libheif, result: Result | HeifFailure): Result {
  if (!('code' in result) || result.code === library.heif_error_code['heif_error_Ok']) return result as Result;
  const { code, message } = result;
  const codes = library.heif_error_code;
  if (code === codes['heif_error_Memory_allocation_error']) throw new ConvertError('out-of-memory', message);
  const isUnsupported = ['heif_error_Unsupported_feature', 'heif_error_Unsupported_filetype'].some(
    (name) => code === codes[name],
  );
  // The decoder of HEVC is the only one in this build of the library.
  throw isUnsupported ? new ConvertError('unsupported-variant', 'no HEVC') : new ConvertError('damaged-image', message);
}

function unmultiply(data: Uint8ClampedArray): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0;
    if (alpha === 0 || alpha === 255) continue;
    for (let channel = at; channel < at + 3; channel += 1) data[channel] = ((data[channel] ?? 0) * 255) / alpha;
  }
}
