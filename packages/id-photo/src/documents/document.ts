import type { Size } from '@isola/imaging';

import type { SourceId } from './sources.ts';

/** What a row can say of a document. */
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

/** A background that an authority names; `background-colours.ts` has the colour that stands for it. */
export type BackgroundColour = 'white' | 'off-white' | 'cream' | 'light-grey' | 'light-blue' | 'blue' | 'red';

/** Something to be told beside the figures, worded as `note.<id>`. */
export type DocumentNote = 'sources-disagree' | 'blanket-head' | 'online-only' | 'white-refused';

/** Millimetres on the printed photo, or shares of its height, 0…1: as the source gives it. */
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
 * One document's photo. A figure that no source gives is absent, never guessed; each that is there has its source in
 * `from`. Lengths are on the printed photo.
 */
export interface DocumentSpec {
  /** ISO 3166-1 alpha-2, or `EU`. */
  readonly country: string;
  /** Absent where the document takes a file alone. */
  readonly size?: { readonly widthMm: number; readonly heightMm: number };
  /** Of the file: exactly `min` where both are the same. Absent where any resolution of `size` will do. */
  readonly pixels?: { readonly min: Size; readonly max?: Size };
  /** From the chin to the crown. */
  readonly head?: HeadRange;
  /** Whether the crown is the top of the hair or of the skull; absent where the source does not say. */
  readonly crown?: 'hair' | 'skull';
  /** From the photo's bottom edge to the line of the eyes. */
  readonly eyes?: MillimetreRange;
  /** From the photo's top edge to the crown. */
  readonly topMargin?: MillimetreRange;
  /** From the photo's bottom edge to the chin. */
  readonly chinMargin?: MillimetreRange;
  /** `any`: the source says that no colour is fixed. */
  readonly background?: 'any' | readonly [BackgroundColour, ...BackgroundColour[]];
  /** As the source writes it, without saying whether a kilobyte has 1000 or 1024 bytes. */
  readonly fileSize?: { readonly minKilobytes?: number; readonly maxKilobytes?: number };
  /** `refused`: no edited photos. `certified`: only photos of a certified studio or device. Absent: not known. */
  readonly editing?: 'refused' | 'certified';
  readonly notes?: readonly DocumentNote[];
  /** Which source gives each figure. */
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

/** The figures that a row has. */
export function figuresOf(document: DocumentSpec): readonly Figure[] {
  return figureNames.filter((name) => document[name] !== undefined);
}

/** The head's allowed height on the printed photo; undefined where no source gives it, or there is no printed size. */
export function headRangeMm({ head, size }: DocumentSpec): MillimetreRange | undefined {
  if (!head) return undefined;
  if (head.unit === 'mm') return { minMm: head.min, maxMm: head.max };
  return size && { minMm: head.min * size.heightMm, maxMm: head.max * size.heightMm };
}

/**
 * The file's allowed size. Sources do not say which kilobyte they mean: a maximum is taken as 1000 bytes each and a
 * minimum as 1024, so that the file is right by both.
 */
export function fileSizeBytes({ fileSize }: DocumentSpec): { readonly minBytes?: number; readonly maxBytes?: number } {
  const { minKilobytes, maxKilobytes } = fileSize ?? {};
  return {
    ...(minKilobytes !== undefined && { minBytes: minKilobytes * 1024 }),
    ...(maxKilobytes !== undefined && { maxBytes: maxKilobytes * 1000 }),
  };
}

/** Whether the photo may only be cropped: the authority refuses edited photos, or takes them from certified places alone. */
export function isCropOnly({ editing }: DocumentSpec): boolean {
  return editing !== undefined;
}
