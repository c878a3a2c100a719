import {
  type ImageFormat,
  type MarketplaceId,
  marketplaceIds,
  marketplaces,
  type MarketplaceSpec,
} from '@isola/marketplaces';

import type { WrittenFormat } from '../output/shop-photo-name.ts';

/** A file that is made: a marketplace's main image, or one that belongs to no marketplace. */
export interface Target {
  readonly spec: MarketplaceSpec;
  /** `#rrggbb`, or `transparent`. */
  readonly background: string;
}

/** Their numbers are this package's own: a size and a margin that suit most shops. */
const plain = { pixels: { side: 'both', bestPx: 2000 }, fill: { maxShare: 0.9 }, from: {} } as const;

const white = (id: MarketplaceId): Target => ({ spec: marketplaces[id], background: '#ffffff' });

/** Everything that can be made, each worded in the bundle `shop-photo` as `shop.<id>`. */
export const targets: Readonly<Record<TargetId, Target>> = {
  ...(Object.fromEntries(marketplaceIds.map((id) => [id, white(id)])) as Record<MarketplaceId, Target>),
  white: { spec: { ...plain, background: 'pure-white', shadow: 'allowed', formats: ['jpeg'] }, background: '#ffffff' },
  transparent: { spec: { ...plain, shadow: 'allowed', formats: ['png'] }, background: 'transparent' },
};

export type TargetId = MarketplaceId | 'white' | 'transparent';

/** @returns JPEG where it is taken, or nothing is said; PNG for what is transparent. */
export function formatFor({ spec: { formats }, background }: Target): WrittenFormat {
  const isTaken = (format: ImageFormat) => formats?.includes(format) ?? true;
  return background !== 'transparent' && isTaken('jpeg') ? 'jpeg' : 'png';
}
