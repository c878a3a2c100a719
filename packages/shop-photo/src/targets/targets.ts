import {
  type ImageFormat,
  type MarketplaceId,
  marketplaceIds,
  marketplaces,
  type MarketplaceSpec,
} from '@isola/photo-specs/marketplaces';

/** Formats that the package writes. */
export type WrittenFormat = 'jpeg' | 'png';

/** A file that can be made: a marketplace's main image, or a file that belongs to no marketplace. */
export interface Target {
  readonly spec: MarketplaceSpec;
  /** Background as `#rrggbb`, or `transparent`. */
  readonly background: string;
}

/**
 * Rules of the files without a marketplace. The numbers are this package's choice: a size and a margin that suit most
 * shops.
 */
const plain = { pixels: { side: 'both', bestPx: 2000 }, fill: { maxShare: 0.9 }, from: {} } as const;

const white = (id: MarketplaceId): Target => ({ spec: marketplaces[id], background: '#ffffff' });

/** All files that can be made. The name of each is `shop.<id>` in the bundle `shop-photo`. */
export const targets: Readonly<Record<TargetId, Target>> = {
  ...(Object.fromEntries(marketplaceIds.map((id) => [id, white(id)])) as Record<MarketplaceId, Target>),
  white: { spec: { ...plain, background: 'pure-white', shadow: 'allowed', formats: ['jpeg'] }, background: '#ffffff' },
  transparent: { spec: { ...plain, shadow: 'allowed', formats: ['png'] }, background: 'transparent' },
};

export type TargetId = MarketplaceId | 'white' | 'transparent';

/** Returns PNG for a transparent file. Otherwise returns JPEG when it is accepted or nothing is stated, else PNG. */
export function formatFor({ spec: { formats }, background }: Target): WrittenFormat {
  const isTaken = (format: ImageFormat) => formats?.includes(format) ?? true;
  return background !== 'transparent' && isTaken('jpeg') ? 'jpeg' : 'png';
}
