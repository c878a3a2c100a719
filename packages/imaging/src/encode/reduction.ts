import type { Size } from '../geometry/rect.ts';
import type { EncodedFile } from './encode-image.ts';

/** What a limit of bytes took from a file; nothing where the file fits as it is. */
export interface Reduction {
  /** The quality that is left, 1…100. */
  readonly quality?: number;
  /** The colours that are left, 1…256. */
  readonly colorCount?: number;
  /** The pixels that are left. */
  readonly size?: Size;
}

/**
 * Compares a file with what was asked for.
 * @param asked its quality, for a lossy format, and the result's width without a limit.
 */
export function reductionOf(
  { quality, colorCount, widthPx, heightPx }: Omit<EncodedFile, 'file'>,
  asked: { readonly quality?: number | undefined; readonly widthPx: number },
): Reduction {
  return {
    ...(colorCount !== undefined && { colorCount }),
    ...(quality !== undefined && asked.quality !== undefined && quality < asked.quality && { quality }),
    ...(widthPx < asked.widthPx && { size: { widthPx, heightPx } }),
  };
}
