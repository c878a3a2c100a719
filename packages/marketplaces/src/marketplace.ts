import type { SourceId } from './sources.ts';

/** What a row can say of a marketplace's main image. */
export type Figure = 'pixels' | 'ratio' | 'background' | 'fill' | 'formats' | 'fileSize' | 'shadow' | 'whole';

/** A file format that a marketplace takes, by what its bytes are. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'tiff' | 'heic' | 'avif';

/** Numbers hold for the image's `longer` side, its `shorter` side, or `both`. */
export interface PixelRule {
  readonly side: 'both' | 'longer' | 'shorter';
  /** `minPx` and `maxPx` at once: no other size is taken. */
  readonly exactPx?: number;
  readonly minPx?: number;
  /** The size that the marketplace, or who writes about it, recommends. */
  readonly bestPx?: number;
  readonly maxPx?: number;
}

/**
 * How large the product is: the longer of its sides, measured against the canvas (width to width, height to height), 0…1.
 * Sources that say "85 % of the image" do not say how they measure; this reading is the usual one.
 */
export interface FillRule {
  readonly minShare?: number;
  readonly bestShare?: number;
  readonly maxShare?: number;
  /** Instead of a share: the product's longer side in px. */
  readonly minPx?: number;
}

/**
 * What one marketplace asks of the main image of a listing. A figure that no source gives is absent, never guessed; each
 * that is there has its sources in `from`. Categories have rules of their own, which no row knows.
 */
export interface MarketplaceSpec {
  readonly pixels?: PixelRule;
  readonly ratio?: { readonly width: number; readonly height: number };
  /**
   * `pure-white`: #ffffff and nothing else. `white`: white is asked for, without a value. `white-advised`: others are taken.
   * `any`: the sources say that no colour is asked for.
   */
  readonly background?: 'pure-white' | 'white' | 'white-advised' | 'any';
  readonly fill?: FillRule;
  readonly formats?: readonly ImageFormat[];
  /**
   * Sources do not say which megabyte they mean: a maximum has 1000 bytes a kilobyte, a minimum 1024, so that a file
   * keeps both readings.
   */
  readonly fileSize?: { readonly minBytes?: number; readonly maxBytes?: number };
  readonly shadow?: 'refused' | 'allowed';
  /** The whole product must be seen, and may not touch the image's edge. */
  readonly whole?: 'required';
  /** Which sources give each figure. */
  readonly from: { readonly [Name in Figure]?: readonly [SourceId, ...SourceId[]] };
  /** Sources that give another figure than the one that is taken. */
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

/** The figures that a row has. */
export function figuresOf(marketplace: MarketplaceSpec): readonly Figure[] {
  return figureNames.filter((name) => marketplace[name] !== undefined);
}

/**
 * Whether a shadow may lie beneath the product: where the marketplace allows one, and where it says nothing of shadows and
 * does not ask for white, on which a shadow is grey.
 */
export function allowsShadow({ shadow, background }: MarketplaceSpec): boolean {
  if (shadow !== undefined) return shadow === 'allowed';
  return background === 'any' || background === 'white-advised';
}
