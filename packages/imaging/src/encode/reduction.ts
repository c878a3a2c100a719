import type { Size } from '../geometry/rect.ts';
import type { EncodedFile } from './encode-image.ts';

/** Properties that a limit of bytes reduced. It is empty when the file fits without a reduction. */
export interface Reduction {
  /** Quality of the reduced file, 1…100. */
  readonly quality?: number;
  /** Number of colours of the reduced file, 1…256. */
  readonly colorCount?: number;
  /** Size of the reduced file's image. */
  readonly size?: Size;
}

/**
 * Compares a file with the requested one.
 * @param asked requested quality, for a lossy format, and the width of the result without a limit.
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
