import type { OpenedSource } from './opened-source.ts';
import type { SourceKind } from './source-formats.ts';

/**
 * Functions that read the header of a file of each format, loaded when the first such file comes. They are apart from
 * the rows, so that a page's scripts contain no decoder: only the worker has them.
 */
export const openers: Readonly<Record<SourceKind, () => Promise<(bytes: Uint8Array<ArrayBuffer>) => OpenedSource>>> = {
  HEIC: async () => (await import('./heic.ts')).openHeic,
  AVIF: async () => (await import('./avif.ts')).openAvif,
  TIFF: async () => (await import('./tiff.ts')).openTiff,
  BMP: async () => (await import('./bmp.ts')).openBmp,
  GIF: async () => (await import('./gif.ts')).openGif,
};
