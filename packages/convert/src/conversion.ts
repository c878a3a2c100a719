import type { ForeignFormat } from '@isola/segmenter';

/** Stage of a conversion: its decoder is loaded, the file is decoded, the picture is encoded. */
export type ConvertStage = 'loading' | 'decoding' | 'encoding';

/** Facts about a conversion for the user: both formats, and everything that was left out or given up. */
export interface Conversion {
  readonly from: ForeignFormat;
  readonly to: 'JPEG' | 'PNG' | 'WebP';
  /** True when the file contains more images, pages or frames, of which only the main or first one was used. */
  readonly isFirstOfMany: boolean;
  /** True when detail was given up so that the file is not larger than allowed. */
  readonly isReduced: boolean;
  /** True when colours are only approximated: CMYK is converted without its profile. */
  readonly isApproximate: boolean;
}
