import type { MarketplaceSpec } from './marketplace.ts';

/** Values of this package's own choice, for marketplaces whose sources give none. */
const ownSidePx = 2000;
const ownFillShare = 0.85;
/** Largest share of the package's own choice. A larger product looks cut off. */
const maxOwnFillShare = 0.95;

/**
 * Returns the target size of an image for a marketplace: the only accepted size, else the recommended one, else 2000 px
 * within the accepted range. Without a required ratio it is square.
 */
export function targetSize({ pixels, ratio = { width: 1, height: 1 } }: MarketplaceSpec): {
  readonly widthPx: number;
  readonly heightPx: number;
} {
  const { side = 'both', exactPx, minPx = 1, bestPx, maxPx = Infinity } = pixels ?? {};
  const wantedPx = exactPx ?? bestPx ?? Math.min(maxPx, Math.max(minPx, ownSidePx));
  const { width, height } = ratio;
  const unit = side === 'longer' ? Math.max(width, height) : Math.min(width, height);
  return { widthPx: Math.round((wantedPx / unit) * width), heightPx: Math.round((wantedPx / unit) * height) };
}

/**
 * Returns the target share of the canvas that the product fills, 0…1: the recommended share, else the middle of the
 * accepted range or a value slightly above its minimum, else 85 %.
 */
export function targetFillShare({ fill = {} }: MarketplaceSpec): number {
  const { minShare, bestShare, maxShare } = fill;
  if (bestShare !== undefined) return bestShare;
  if (minShare !== undefined && maxShare !== undefined) return (minShare + maxShare) / 2;
  if (minShare !== undefined) return Math.max(ownFillShare, Math.min(maxOwnFillShare, minShare + 0.05));
  return Math.min(ownFillShare, maxShare ?? 1);
}
