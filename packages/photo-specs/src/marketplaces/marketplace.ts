import { type FileSizeRange, readFigures, type SourcedRow } from '../sourced-figures.ts';
import { type SourceId, sources } from './sources.ts';

/** Names of the requirements that a row can contain. */
export type Figure = 'pixels' | 'ratio' | 'background' | 'fill' | 'formats' | 'fileSize' | 'shadow' | 'whole';

/** A file format that a marketplace accepts, identified by the file's bytes. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'tiff' | 'heic' | 'avif';

/** Requirements of the size in px. They apply to the image's `longer` side, its `shorter` side, or `both`. */
export interface PixelRule {
  readonly side: 'both' | 'longer' | 'shorter';
  /** The only accepted size; it replaces `minPx` and `maxPx`. */
  readonly exactPx?: number;
  readonly minPx?: number;
  /** Size from which shoppers can zoom into the image. Smaller images are accepted. */
  readonly zoomPx?: number;
  /** Size that the marketplace or a secondary source recommends. */
  readonly bestPx?: number;
  readonly maxPx?: number;
}

/**
 * Size of the product relative to the canvas: the larger of width to width and height to height, 0…1. Sources that say
 * "85 % of the image" do not say how they measure; this is the usual reading.
 */
export interface FillRule {
  readonly minShare?: number;
  readonly bestShare?: number;
  readonly maxShare?: number;
  /** Smallest length of the product's longer side in px, instead of a share. */
  readonly minPx?: number;
}

/**
 * Requirements of one marketplace for the main image of a listing. Rules of single product categories are not included.
 */
export interface MarketplaceSpec extends SourcedRow<Figure, SourceId> {
  readonly pixels?: PixelRule;
  readonly ratio?: { readonly width: number; readonly height: number };
  /**
   * Colour of the background. `pure-white`: only #ffffff. `white`: white without an exact value. `white-advised`: other
   * colours are accepted. `any`: the sources say that no colour is required.
   */
  readonly background?: 'pure-white' | 'white' | 'white-advised' | 'any';
  readonly fill?: FillRule;
  readonly formats?: readonly ImageFormat[];
  readonly fileSize?: FileSizeRange;
  readonly shadow?: 'refused' | 'allowed';
  /** `required` when the whole product must be visible and may not touch the image's edge. */
  readonly whole?: 'required';
}

const figureNames: readonly Figure[] = [
  'pixels',
  'ratio',
  'background',
  'fill',
  'formats',
  'fileSize',
  'shadow',
  'whole',
];

export const {
  figuresOf,
  figureStatus,
  statusOf: marketplaceStatus,
  checkedOn,
  sourcesOf,
} = readFigures(figureNames, sources);

/**
 * Checks whether a shadow under the product is accepted. When the marketplace does not mention shadows, one is accepted
 * only if the background need not be white, because a shadow on white is grey.
 */
export function allowsShadow({ shadow, background }: MarketplaceSpec): boolean {
  if (shadow !== undefined) return shadow === 'allowed';
  return background === 'any' || background === 'white-advised';
}
