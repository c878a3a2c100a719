import { type FigureStatus, readFigures, type SourcedRow } from '../sourced-figures.ts';
import { type SourceId, sources } from './sources.ts';

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

/** Size of an image file, in px. */
export interface PixelSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Specification of one document's photo. Lengths are measured on the printed photo. */
export interface DocumentSpec extends SourcedRow<Figure, SourceId> {
  /** ISO 3166-1 alpha-2 code, or `EU`. */
  readonly country: string;
  /** Printed size. Absent when the document accepts only a file. */
  readonly size?: { readonly widthMm: number; readonly heightMm: number };
  /** Pixel size of the file. When `min` equals `max` it is exact. Absent when any resolution of `size` is accepted. */
  readonly pixels?: { readonly min: PixelSize; readonly max?: PixelSize };
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
  /**
   * Allowed backgrounds. `any` means that the source says that no colour is fixed, `any-light` that it asks for a plain
   * light colour without naming one.
   */
  readonly background?: 'any' | 'any-light' | readonly [BackgroundColour, ...BackgroundColour[]];
  /** Allowed file size as the source states it. `fileSizeBytes` converts it to bytes. */
  readonly fileSize?: { readonly minKilobytes?: number; readonly maxKilobytes?: number };
  /**
   * `refused`: edited photos are refused. `certified`: only photos from a certified studio or device are accepted.
   * Absent: not known.
   */
  readonly editing?: 'refused' | 'certified';
  readonly notes?: readonly DocumentNote[];
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

const { statusOf, ...figures } = readFigures(figureNames, sources);
export const { figuresOf, figureStatus, checkedOn, sourcesOf } = figures;

/** Certainty of a document. A document whose sources disagree is unverified, and its `notes` mention it. */
export type DocumentStatus = Exclude<FigureStatus, 'conflicting'>;

/** Returns `checked` when every figure of the document comes from an official text that was read. */
export function documentStatus(document: DocumentSpec): DocumentStatus {
  return statusOf(document) === 'checked' ? 'checked' : 'unverified';
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
 * Returns whether the photo may only be cropped, because the authority refuses edited photos or accepts photos from
 * certified studios or devices only.
 */
export function isCropOnly({ editing }: DocumentSpec): boolean {
  return editing !== undefined;
}
