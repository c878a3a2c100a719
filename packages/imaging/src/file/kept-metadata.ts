/** TIFF's numbers for the kinds of values that are kept. */
export const tiffType = { text: 2, short: 3, long: 4, rational: 5, opaque: 7, signedRational: 10 } as const;

export interface KeptTag {
  readonly tag: number;
  /** Which of the two directories it stands in: the picture's own, or EXIF's. */
  readonly directory: 'image' | 'exif';
  readonly type: 'text' | 'short' | 'rational' | 'signedRational';
}

/**
 * What of a camera's notes may go along: which camera, which lens and how it was exposed. That tells how a picture was
 * made, is shared by all who own such a camera, and names nobody. Whatever is not in this table is left behind:
 * - the place (GPS), and the date, which with what is to be seen tells where somebody was, and when;
 * - the owner's and the artist's name, the copyright, and all comments, for they name people;
 * - the serial numbers of camera and lens, and the picture's own id, by which pictures of one owner are found;
 * - the maker's notes, which hold any of this in secret forms;
 * - the small preview, which shows the picture as it was before the cut;
 * - the orientation, for the pixels stand upright by now, and sizes, which are those of another picture.
 * @see CIPA DC-008, Exif 2.32, tables 4 to 8
 */
export const keptTags = {
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
} as const satisfies Record<string, KeptTag>;

export type KeptName = keyof typeof keptTags;

interface ValueOf {
  readonly text: string;
  readonly short: number;
  readonly rational: readonly [numerator: number, denominator: number];
  readonly signedRational: readonly [numerator: number, denominator: number];
}

/** Plain data: it can be sent to a worker. */
export type KeptMetadata = { readonly [Name in KeptName]?: ValueOf[(typeof keptTags)[Name]['type']] };
