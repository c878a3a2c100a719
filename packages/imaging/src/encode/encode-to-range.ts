import type { Reduction } from './reduction.ts';

/** A file, and whether it has the size that was asked for. */
export interface SizedFile {
  readonly file: Blob;
  /** 1…100. */
  readonly quality: number;
  readonly state: 'ok' | 'below-minimum';
  /** Quality to which the maximum reduced the file; empty at the usual quality. */
  readonly reduction: Reduction;
}

/** Quality of a JPEG whose compression is invisible. */
const usualQuality = 92;

/**
 * Encodes a JPEG whose size in bytes lies in a range; its size in px stays. Above the maximum, the quality is reduced. Below the
 * minimum, the quality is raised to 100, and that is all: the file is then `below-minimum`, because to fill it up with
 * bytes that say nothing, or to enlarge the image, would only look like what was asked for. A larger image, or more pixels
 * where they are allowed, is the way.
 * @param encode writes one with at most `maxBytes`, if need be with less than `quality`.
 * @throws what `encode` rejects with: also where no quality is low enough for the maximum.
 */
export async function encodeToRange(
  { minBytes = 0, maxBytes }: { readonly minBytes?: number; readonly maxBytes?: number },
  encode: (
    quality: number,
    maxBytes: number | undefined,
  ) => Promise<{ readonly file: Blob; readonly quality?: number }>,
): Promise<SizedFile> {
  const usual = await encode(usualQuality, maxBytes);
  const best = usual.file.size >= minBytes ? usual : await encode(100, maxBytes);
  const state = best.file.size >= minBytes ? 'ok' : 'below-minimum';
  const { quality = usualQuality } = best;
  return { file: best.file, quality, state, reduction: quality < usualQuality ? { quality } : {} };
}
