/** TIFF's numbers of the value types that are read and written. */
export const tiffType = { byte: 1, text: 2, short: 3, long: 4, rational: 5, opaque: 7, signedRational: 10 } as const;

export interface CameraTag {
  readonly tag: number;
  /** Directory that contains the tag: the image's or that of EXIF. */
  readonly directory: 'image' | 'exif';
  readonly type: 'text' | 'short' | 'rational' | 'signedRational';
}

/**
 * Camera metadata that may be copied into a result: camera, lens and exposure. These values describe how an image was
 * taken, are the same for everyone who owns such a camera, and identify no person. Everything that is missing from this
 * table is left out:
 * - the position (GPS) and the date, which together with the image's content reveal where a person was, and when;
 * - the names of owner and artist, the copyright, and all comments, because they name people;
 * - the serial numbers of camera and lens, and the image's unique id, which link images of one owner;
 * - the maker notes, which may contain any of this in undocumented formats;
 * - the embedded thumbnail, which shows the image with its old background;
 * - the orientation, which is already applied to the pixels, and sizes, which are those of the source image.
 * @see CIPA DC-008, Exif 2.32, tables 4 to 8
 */
export const cameraTags = {
  make: { tag: 0x010f, directory: 'image', type: 'text' },
  model: { tag: 0x0110, directory: 'image', type: 'text' },
  exposureTime: { tag: 0x829a, directory: 'exif', type: 'rational' },
  fNumber: { tag: 0x829d, directory: 'exif', type: 'rational' },
  sensitivity: { tag: 0x8827, directory: 'exif', type: 'short' },
  exposureBias: { tag: 0x9204, directory: 'exif', type: 'signedRational' },
  flash: { tag: 0x9209, directory: 'exif', type: 'short' },
  focalLength: { tag: 0x920a, directory: 'exif', type: 'rational' },
  focalLengthIn35mm: { tag: 0xa405, directory: 'exif', type: 'short' },
  lensMake: { tag: 0xa433, directory: 'exif', type: 'text' },
  lensModel: { tag: 0xa434, directory: 'exif', type: 'text' },
} as const satisfies Record<string, CameraTag>;

export type CameraTagName = keyof typeof cameraTags;

/**
 * Times at which an image was taken and changed. They are copied into a source image that was converted on the device,
 * and never into a result; see `cameraTags`.
 */
export const dateTags = {
  modifiedAt: { tag: 0x0132, directory: 'image', type: 'text' },
  takenAt: { tag: 0x9003, directory: 'exif', type: 'text' },
  digitizedAt: { tag: 0x9004, directory: 'exif', type: 'text' },
  modifiedAtOffset: { tag: 0x9010, directory: 'exif', type: 'text' },
  takenAtOffset: { tag: 0x9011, directory: 'exif', type: 'text' },
} as const satisfies Record<string, CameraTag>;

interface ValueOf {
  readonly text: string;
  readonly short: number;
  readonly rational: readonly [numerator: number, denominator: number];
  readonly signedRational: readonly [numerator: number, denominator: number];
}

/** Camera metadata as plain data, which can be sent to a worker. */
export type CameraMetadata = { readonly [Name in CameraTagName]?: ValueOf[(typeof cameraTags)[Name]['type']] };

/** Dates of an image, in the format of EXIF: `2026:05:06 07:08:09`, and `+02:00` for an offset. */
export type ImageDates = { readonly [Name in keyof typeof dateTags]?: string };
