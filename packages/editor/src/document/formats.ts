import type { Translate } from '../model/translate.ts';

/** A file format in which a result can be written. The compositor's worker encodes it under the same id. */
export interface FileFormat {
  readonly id: string;
  /** Proper name of the format, the same in every language. */
  readonly label: string;
  /** File extension without the dot. */
  readonly ending: string;
  /** MIME type. */
  readonly type: string;
  readonly hasQuality: boolean;
  readonly hasTransparency: boolean;
  /**
   * True when the browser's own encoder writes the format. Such a format is available only in browsers that have the
   * encoder.
   */
  readonly usesBrowserEncoder: boolean;
  /**
   * Returns a sentence about the purpose of the format. A format with one is listed with it under “More formats”; the
   * others, which need no explanation, are always visible.
   */
  readonly purpose?: (t: Translate) => string;
  /** True when the file is a page for a print shop, with a bleed and crop marks. Default: false. */
  readonly isPage?: boolean;
}

const lossless = { hasQuality: false, hasTransparency: true, usesBrowserEncoder: false };
const lossy = { hasQuality: true, usesBrowserEncoder: true };

/** The formats that `encoders` of `@isola/imaging` can write. Add a format by adding a row. */
export const formats = {
  png: { id: 'png', label: 'PNG', ending: 'png', type: 'image/png', ...lossless },
  webp: { id: 'webp', label: 'WebP', ending: 'webp', type: 'image/webp', ...lossy, hasTransparency: true },
  jpeg: { id: 'jpeg', label: 'JPEG', ending: 'jpg', type: 'image/jpeg', ...lossy, hasTransparency: false },
  avif: {
    id: 'avif',
    label: 'AVIF',
    ending: 'avif',
    type: 'image/avif',
    hasQuality: true,
    hasTransparency: true,
    usesBrowserEncoder: false,
    purpose: (t) => t('format.avif'),
  },
  'png-palette': {
    id: 'png-palette',
    label: 'PNG-8',
    ending: 'png',
    type: 'image/png',
    ...lossless,
    purpose: (t) => t('format.pngPalette'),
  },
  psd: {
    id: 'psd',
    label: 'PSD',
    ending: 'psd',
    type: 'image/vnd.adobe.photoshop',
    ...lossless,
    purpose: (t) => t('format.psd'),
  },
  tiff: {
    id: 'tiff',
    label: 'TIFF',
    ending: 'tif',
    type: 'image/tiff',
    ...lossless,
    purpose: (t) => t('format.tiff'),
  },
  svg: {
    id: 'svg',
    label: 'SVG',
    ending: 'svg',
    type: 'image/svg+xml',
    ...lossless,
    purpose: (t) => t('format.svg'),
  },
  pdf: {
    id: 'pdf',
    label: 'PDF',
    ending: 'pdf',
    type: 'application/pdf',
    ...lossless,
    purpose: (t) => t('format.pdf'),
    isPage: true,
  },
} as const satisfies Record<string, FileFormat>;

export const fileFormats: readonly FileFormat[] = Object.values(formats);

/**
 * @returns the format with this id, or PNG when the editor does not have it: a document may come from an editor with
 *   more formats.
 */
export function formatOf(id: string, among: readonly FileFormat[]): FileFormat {
  return among.find((format) => format.id === id) ?? formats.png;
}
