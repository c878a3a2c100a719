import type { Size } from '@isola/imaging';

import type { SourceId } from './sources.ts';

/** Name of a figure that a document may specify. */
export type Figure =
  | 'size'
  | 'pixels'
  | 'head'
  | 'eyes'
  | 'topMargin'
  | 'chinMargin'
  | 'background'
  | 'fileSize'
  | 'editing';

/** Background named by an authority. `background-colours.ts` maps each name to a colour value. */
export type BackgroundColour = 'white' | 'off-white' | 'cream' | 'light-grey' | 'light-blue' | 'blue' | 'red';

/** Remark shown next to the figures. Its text is `note.<id>` in the bundle `id-photo-tool`. */
export type DocumentNote = 'sources-disagree' | 'blanket-head' | 'online-only' | 'white-refused';

/**
 * Allowed head height, in the unit of the source: millimetres on the printed photo, or a share (0…1) of the photo's
 * height.
 */
export interface HeadRange {
  readonly unit: 'mm' | 'share';
  readonly min: number;
  readonly max: number;
}

export interface MillimetreRange {
  readonly minMm: number;
  readonly maxMm: number;
}

/**
 * Specification of one document's photo. A figure that no source gives is absent; figures are never guessed. `from`
 * names the source of each figure that is present. Lengths are measured on the printed photo.
 */
export interface DocumentSpec {
  /** ISO 3166-1 alpha-2 code, or `EU`. */
  readonly country: string;
  /** Printed size. Absent when the document accepts only a file. */
  readonly size?: { readonly widthMm: number; readonly heightMm: number };
  /** Pixel size of the file. When `min` equals `max` it is exact. Absent when any resolution of `size` is accepted. */
  readonly pixels?: { readonly min: Size; readonly max?: Size };
  /** Allowed distance from the chin to the crown. */
  readonly head?: HeadRange;
  /** Definition of the crown: the top of the hair or of the skull. Absent when the source does not say. */
  readonly crown?: 'hair' | 'skull';
  /** Allowed distance from the photo's bottom edge to the line of the eyes. */
  readonly eyes?: MillimetreRange;
  /** Allowed distance from the photo's top edge to the crown. */
  readonly topMargin?: MillimetreRange;
  /** Allowed distance from the photo's bottom edge to the chin. */
  readonly chinMargin?: MillimetreRange;
  /** Allowed backgrounds. `any` means that the source says that no colour is fixed. */
  readonly background?: 'any' | readonly [BackgroundColour, ...BackgroundColour[]];
  /** Allowed file size as the source states it. Sources do not say whether a kilobyte has 1000 or 1024 bytes. */
  readonly fileSize?: { readonly minKilobytes?: number; readonly maxKilobytes?: number };
  /**
   * `refused`: edited photos are refused. `certified`: only photos from a certified studio or device are accepted.
   * Absent: not known.
   */
  readonly editing?: 'refused' | 'certified';
  readonly notes?: readonly DocumentNote[];
  /** Source of each figure. */
  readonly from: { readonly [Name in Figure]?: SourceId };
}

const figureNames: readonly Figure[] = [
  'size',
  'pixels',
  'head',
  'eyes',
  'topMargin',
  'chinMargin',
  'background',
  'fileSize',
  'editing',
];

/** Returns the names of the figures that a document specifies. */
export function figuresOf(document: DocumentSpec): readonly Figure[] {
  return figureNames.filter((name) => document[name] !== undefined);
}

/**
 * Returns the allowed head height on the printed photo, in mm, or undefined when no source gives it or when a share has
 * no printed size to refer to.
 */
export function headRangeMm({ head, size }: DocumentSpec): MillimetreRange | undefined {
  if (!head) return undefined;
  if (head.unit === 'mm') return { minMm: head.min, maxMm: head.max };
  return size && { minMm: head.min * size.heightMm, maxMm: head.max * size.heightMm };
}

/**
 * Returns the allowed file size, in bytes. Sources do not say which kilobyte they mean, so a kilobyte counts as 1000
 * bytes in a maximum and as 1024 bytes in a minimum. The file then meets the limits under either definition.
 */
export function fileSizeBytes({ fileSize }: DocumentSpec): { readonly minBytes?: number; readonly maxBytes?: number } {
  const { minKilobytes, maxKilobytes } = fileSize ?? {};
  return {
    ...(minKilobytes !== undefined && { minBytes: minKilobytes * 1024 }),
    ...(maxKilobytes !== undefined && { maxBytes: maxKilobytes * 1000 }),
  };
}

/**
 * Returns whether the photo may only be cropped, because the authority refuses edited photos or accepts photos from
 * certified studios or devices only.
 */
export function isCropOnly({ editing }: DocumentSpec): boolean {
  return editing !== undefined;
}
