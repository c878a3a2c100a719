import type { Reduction } from './reduction.ts';

/** A file, and the information whether its size is in the requested range. */
export interface SizedFile {
  readonly file: Blob;
  /** Quality of the file, 1…100. */
  readonly quality: number;
  readonly state: 'ok' | 'below-minimum';
  /** Reduction of the quality by the maximum; empty at the usual quality or above. */
  readonly reduction: Reduction;
}

/** Quality of a JPEG whose compression is invisible. */
const usualQuality = 92;

/**
 * Encodes a JPEG whose size in bytes lies in a range. Its size in px stays. Above the maximum, the quality is reduced.
 * Below the minimum, the quality is raised to 100; a file that is still smaller is `below-minimum`. Padding bytes or an
 * enlarged image would only appear to meet the minimum. The solution is a larger image, or more pixels where they are
 * allowed.
 * @param encode encodes a file of at most `maxBytes`, if necessary at less than `quality`.
 * @throws the errors of `encode`, which also rejects when no quality is low enough for the maximum.
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
