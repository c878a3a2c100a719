import type { ForeignFormat } from '@isola/segmenter';

/** A format that can be converted, as far as a page needs to know it before a file is converted. */
export interface SourceFormat {
  /** Name under which the segmenter recognises the format by a file's first bytes. */
  readonly kind: ForeignFormat;
  readonly mediaTypes: readonly string[];
  /** Endings of file names, without the dot. */
  readonly endings: readonly string[];
  /** Whether files of the format are photographs that have lost detail already; a JPEG then loses nothing that counts. */
  readonly isLossy: boolean;
}

/**
 * The formats that can be converted. To add one, write its file, a row here and one in `openers.ts`. A file is recognised by its first
 * bytes, never by its name or its declared type: `inspectImage` of `@isola/segmenter` holds the signatures, because its
 * message about an unsupported file names the same formats.
 */
export const sourceFormats = [
  {
    kind: 'HEIC',
    mediaTypes: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    endings: ['heic', 'heif', 'hif'],
    isLossy: true,
  },
  {
    kind: 'AVIF',
    mediaTypes: ['image/avif', 'image/avif-sequence'],
    endings: ['avif'],
    isLossy: true,
  },
  {
    kind: 'TIFF',
    mediaTypes: ['image/tiff'],
    endings: ['tif', 'tiff'],
    isLossy: false,
  },
  {
    kind: 'BMP',
    mediaTypes: ['image/bmp', 'image/x-ms-bmp'],
    endings: ['bmp', 'dib'],
    isLossy: false,
  },
  {
    kind: 'GIF',
    mediaTypes: ['image/gif'],
    endings: ['gif'],
    isLossy: false,
  },
] as const satisfies readonly SourceFormat[];

export type SourceKind = (typeof sourceFormats)[number]['kind'];

/**
 * Returns the row of a format.
 * @param kind name from `inspectImage`; undefined for a file that was not recognised.
 * @example
 * const { state, format } = await inspectImage(file);
 * if (state === 'unsupported-format' && sourceFormatOf(format)) offerConversion(file);
 */
export function sourceFormatOf(kind: string | undefined): (typeof sourceFormats)[number] | undefined {
  return sourceFormats.find((format) => format.kind === kind);
}
