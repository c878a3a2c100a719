import type { Pixels } from '../pixels.ts';

/** The decoders that the environment brings, which differ between a browser and Node. */
export interface Platform {
  /**
   * Decodes a file with the environment's own decoder, upright.
   * @param isWide whether the file's colours may lie outside of sRGB.
   * @throws when the environment has no decoder for the file, or the file is damaged.
   */
  readonly decode: (bytes: Uint8Array<ArrayBuffer>, mediaType: string, isWide: boolean) => Promise<Pixels>;
  /**
   * True when `decode` returns the stored values with the file's ICC profile, if it has one. Otherwise it converts colours
   * that the file describes in another way.
   */
  readonly keepsValues?: true;
  /** Called when the code that reads the header is loaded. */
  readonly onOpening?: () => void;
  /** Called before a decoder of this package is loaded, and again when it begins to decode. */
  readonly onStage?: (stage: 'loading' | 'decoding') => void;
}

/** An image whose header was read. Its pixels are decoded only after its size was checked. */
export interface OpenedSource {
  readonly widthPx: number;
  readonly heightPx: number;
  /** True when the file contains more images, pages or frames, which are left out. */
  readonly isFirstOfMany: boolean;
  /** True when colours can only be approximated: CMYK is converted without its profile. */
  readonly isApproximate?: boolean;
  /** EXIF data as a TIFF block. */
  readonly exif?: Uint8Array<ArrayBuffer> | undefined;
  readonly decode: (platform: Platform) => Promise<Pixels>;
}
