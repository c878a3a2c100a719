import { estimateForeground as estimateBy, type Foreground, type SmallCutout } from './matting/estimate-foreground.ts';
import { loadMattingKernels } from './matting/matting-kernels.ts';
import { type MatteRegion, refineRegion as refineBy } from './matting/refine-region.ts';
import { createPngEncoder as createEncoderOf, type PngEncoder, type PngOptions } from './png/create-png-encoder.ts';
import { loadPngKernels } from './png/png-kernels.ts';

export { fileOf } from './file/file-of.ts';
export type { Foreground, SmallCutout } from './matting/estimate-foreground.ts';
export type { MatteRegion } from './matting/refine-region.ts';
export { holdLock } from './transport/hold-lock.ts';
export type { PngChannels, PngEncoder, PngOptions } from './png/create-png-encoder.ts';

/**
 * Fetches and compiles the kernels that the functions below need, once per thread. After that they make no requests.
 * @throws {SegmenterError} `resource-load-failed` or `network`; the functions then try again.
 * @example
 * await loadKernels();
 * const encoder = await createPngEncoder({ widthPx, heightPx }); // makes no request
 */
export async function loadKernels(): Promise<void> {
  await Promise.all([loadMattingKernels(), loadPngKernels()]);
}

/**
 * Estimates the subject's own colours along the edge of an existing matte, which may come from the segmenter and may have
 * been edited by the user. Works in a page and in a worker.
 * @param small the image at about one megapixel, and the matte at that size with all its edits. The matte determines where
 *   the colours are looked for.
 * @param full the full-size image's size.
 * @throws {RangeError} when the sizes do not fit.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be loaded.
 * @example
 * const foreground = await estimateForeground(small, { widthPx, heightPx });
 * foreground.cutOut(rows, firstRow, matteRows, 1);
 * foreground.release();
 */
export async function estimateForeground(
  small: SmallCutout,
  full: { readonly widthPx: number; readonly heightPx: number },
): Promise<Foreground> {
  return estimateBy(await loadMattingKernels(), small, full);
}

/**
 * Recomputes the unknown part of a matte from the image's colours. The known subject and background next to the unknown
 * part supply the colours of each. Suited to a brush along hair, a rough outline, or a wrong edge.
 * @param region a part of the image at the image's own size, with some known pixels around the unknown ones. About one
 *   megapixel works best: a larger part is processed at a lower resolution.
 * @returns the part's matte, 0…255. Known pixels keep their values. If the part contains no known subject or no known
 *   background, all pixels keep their values.
 * @throws {RangeError} when the sizes do not fit.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be loaded.
 * @example
 * const found = await refineRegion({ pixels, matte, unknown, widthPx, heightPx });
 */
export async function refineRegion(region: MatteRegion): Promise<Uint8ClampedArray> {
  return refineBy(await loadMattingKernels(), region);
}

/**
 * Creates an encoder that writes a PNG row by row and keeps every colour exactly. A canvas would lose the colours of pixels
 * with a low alpha.
 * @throws {RangeError} when a PNG cannot have this size.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be loaded.
 * @example
 * const encoder = await createPngEncoder({ widthPx, heightPx, dotsPerInch: 300 });
 * encoder.add(pixels);
 * const png = encoder.finish();
 */
export async function createPngEncoder(options: PngOptions): Promise<PngEncoder> {
  return createEncoderOf(await loadPngKernels(), options);
}
