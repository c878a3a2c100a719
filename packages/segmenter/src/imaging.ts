import { estimateForeground as estimateBy, type Foreground, type SmallCutout } from './matting/estimate-foreground.ts';
import { loadMattingKernels } from './matting/matting-kernels.ts';
import { type MatteRegion, refineRegion as refineBy } from './matting/refine-region.ts';
import { createPngEncoder as createEncoderOf, type PngEncoder, type PngOptions } from './png/create-png-encoder.ts';
import { loadPngKernels } from './png/png-kernels.ts';

export type { Foreground, SmallCutout } from './matting/estimate-foreground.ts';
export type { MatteRegion } from './matting/refine-region.ts';
export type { PngChannels, PngEncoder, PngOptions } from './png/create-png-encoder.ts';

/**
 * Fetches and compiles, once for this thread, what the functions below need: from then on they need no network.
 * @throws {SegmenterError} `resource-load-failed` or `network`; the functions then try again.
 * @example
 * await loadKernels();
 * const encoder = await createPngEncoder({ widthPx, heightPx }); // asks for nothing
 */
export async function loadKernels(): Promise<void> {
  await Promise.all([loadMattingKernels(), loadPngKernels()]);
}

/**
 * Estimates the subject's own colours along the edge of an existing matte: one of the segmenter's, with or without
 * edits by the user. Works in a page and in a worker.
 * @param small the picture at about a megapixel, and the matte at that size, with all its edits: it says where the colours
 *   are to be looked for.
 * @param full the full-size picture's size.
 * @throws {RangeError} when the sizes do not fit.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be had.
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
 * Finds the unknown part of a matte anew by the picture's own colours: what is known beside it, subject and background, says
 * which these have. For a brush along hair, a rough outline, or an edge that came out wrong.
 * @param region a part of the picture at its own size, with some of what is known around the unknown. About a megapixel is
 *   best: a larger part is looked at more coarsely.
 * @returns the part's matte, 0…255: the known as it was, and everything as it was where no subject or no background is
 *   known.
 * @throws {RangeError} when the sizes do not fit.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be had.
 * @example
 * const found = await refineRegion({ pixels, matte, unknown, widthPx, heightPx });
 */
export async function refineRegion(region: MatteRegion): Promise<Uint8ClampedArray> {
  return refineBy(await loadMattingKernels(), region);
}

/**
 * Writes a PNG row by row, with every colour as it is given: a canvas would lose what colour there is under low alpha.
 * @throws {RangeError} when the size is none that a PNG can have.
 * @throws {SegmenterError} `out-of-memory`; `resource-load-failed` or `network` when the kernels cannot be had.
 * @example
 * const encoder = await createPngEncoder({ widthPx, heightPx, dotsPerInch: 300 });
 * encoder.add(pixels);
 * const png = encoder.finish();
 */
export async function createPngEncoder(options: PngOptions): Promise<PngEncoder> {
  return createEncoderOf(await loadPngKernels(), options);
}
