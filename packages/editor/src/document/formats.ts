/** A format in which a result can be written. The compositor's worker encodes it under the same id. */
export interface FileFormat {
  readonly id: string;
  /** A proper name: it is the same in every language. */
  readonly label: string;
  /** How its files end, without the dot. */
  readonly ending: string;
  /** Its MIME type. */
  readonly type: string;
  readonly hasQuality: boolean;
  readonly hasTransparency: boolean;
  /** Whether the browser's own encoder writes it: then it can be chosen only where that one does. */
  readonly usesBrowserEncoder: boolean;
}

const lossless = { hasQuality: false, hasTransparency: true, usesBrowserEncoder: false };
const lossy = { hasQuality: true, usesBrowserEncoder: true };

/** The formats of `encoders` in `@isola/imaging`. One row is one more. */
export const formats = {
  png: { id: 'png', label: 'PNG', ending: 'png', type: 'image/png', ...lossless },
  webp: { id: 'webp', label: 'WebP', ending: 'webp', type: 'image/webp', ...lossy, hasTransparency: true },
  jpeg: { id: 'jpeg', label: 'JPEG', ending: 'jpg', type: 'image/jpeg', ...lossy, hasTransparency: false },
} as const satisfies Record<string, FileFormat>;

export const fileFormats: readonly FileFormat[] = Object.values(formats);

/** @returns PNG for a format that is not there: a document may come from an editor that has more of them. */
export function formatOf(id: string, among: readonly FileFormat[]): FileFormat {
  return among.find((format) => format.id === id) ?? formats.png;
}
