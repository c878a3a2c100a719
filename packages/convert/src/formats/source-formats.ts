import type { SourceFormat } from './source-format.ts';

/**
 * The formats that can be converted. To add one, write its file and a row here. A file is recognised by its first
 * bytes, never by its name or its declared type: `inspectImage` of `@isola/segmenter` holds the signatures, because its
 * message about an unsupported file names the same formats.
 */
export const sourceFormats: readonly SourceFormat[] = [
  {
    kind: 'HEIC',
    mediaTypes: ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'],
    endings: ['heic', 'heif', 'hif'],
    isLossy: true,
    load: async () => (await import('./heic.ts')).openHeic,
  },
  {
    kind: 'AVIF',
    mediaTypes: ['image/avif', 'image/avif-sequence'],
    endings: ['avif'],
    isLossy: true,
    load: async () => (await import('./avif.ts')).openAvif,
  },
  {
    kind: 'TIFF',
    mediaTypes: ['image/tiff'],
    endings: ['tif', 'tiff'],
    isLossy: false,
    load: async () => (await import('./tiff.ts')).openTiff,
  },
  {
    kind: 'BMP',
    mediaTypes: ['image/bmp', 'image/x-ms-bmp'],
    endings: ['bmp', 'dib'],
    isLossy: false,
    load: async () => (await import('./bmp.ts')).openBmp,
  },
  {
    kind: 'GIF',
    mediaTypes: ['image/gif'],
    endings: ['gif'],
    isLossy: false,
    load: async () => (await import('./gif.ts')).openGif,
  },
];

/**
 * Returns the row of a format.
 * @param kind name from `inspectImage`; undefined for a file that was not recognised.
 * @example
 * const { state, format } = await inspectImage(file);
 * if (state === 'unsupported-format' && sourceFormatOf(format)) offerConversion(file);
 */
export function sourceFormatOf(kind: string | undefined): SourceFormat | undefined {
  return sourceFormats.find((format) => format.kind === kind);
}
