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
}

const lossless = { hasQuality: false, hasTransparency: true, usesBrowserEncoder: false };
const lossy = { hasQuality: true, usesBrowserEncoder: true };

/** The formats that `encoders` of `@isola/imaging` can write. Add a format by adding a row. */
export const formats = {
  png: { id: 'png', label: 'PNG', ending: 'png', type: 'image/png', ...lossless },
  webp: { id: 'webp', label: 'WebP', ending: 'webp', type: 'image/webp', ...lossy, hasTransparency: true },
  jpeg: { id: 'jpeg', label: 'JPEG', ending: 'jpg', type: 'image/jpeg', ...lossy, hasTransparency: false },
} as const satisfies Record<string, FileFormat>;

export const fileFormats: readonly FileFormat[] = Object.values(formats);

/**
 * @returns the format with this id, or PNG when the editor does not have it: a document may come from an editor with
 *   more formats.
 */
export function formatOf(id: string, among: readonly FileFormat[]): FileFormat {
  return among.find((format) => format.id === id) ?? formats.png;
}
