import type { SourceId } from './sources.ts';

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
 * Requirements of one marketplace for the main image of a listing. A figure that no source gives is absent, never
 * guessed. The sources of every other figure are in `from`. Rules of single product categories are not included.
 */
export interface MarketplaceSpec {
  readonly pixels?: PixelRule;
  readonly ratio?: { readonly width: number; readonly height: number };
  /**
   * Colour of the background. `pure-white`: only #ffffff. `white`: white without an exact value. `white-advised`: other
   * colours are accepted. `any`: the sources say that no colour is required.
   */
  readonly background?: 'pure-white' | 'white' | 'white-advised' | 'any';
  readonly fill?: FillRule;
  readonly formats?: readonly ImageFormat[];
  /**
   * Size of the file. Sources do not say which megabyte they mean. Therefore a maximum has 1000 bytes per kilobyte and
   * a minimum 1024, so that a file meets both readings.
   */
  readonly fileSize?: { readonly minBytes?: number; readonly maxBytes?: number };
  readonly shadow?: 'refused' | 'allowed';
  /** `required` when the whole product must be visible and may not touch the image's edge. */
  readonly whole?: 'required';
  /** Sources of each figure. */
  readonly from: { readonly [Name in Figure]?: readonly [SourceId, ...SourceId[]] };
  /** Sources that give a different figure. */
  readonly against?: { readonly [Name in Figure]?: readonly [SourceId, ...SourceId[]] };
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

/** Returns the names of the figures that a row contains. */
export function figuresOf(marketplace: MarketplaceSpec): readonly Figure[] {
  return figureNames.filter((name) => marketplace[name] !== undefined);
}

/**
 * Checks whether a shadow under the product is accepted. When the marketplace does not mention shadows, one is accepted
 * only if the background need not be white, because a shadow on white is grey.
 */
export function allowsShadow({ shadow, background }: MarketplaceSpec): boolean {
  if (shadow !== undefined) return shadow === 'allowed';
  return background === 'any' || background === 'white-advised';
}
