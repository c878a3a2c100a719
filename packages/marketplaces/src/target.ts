import type { MarketplaceSpec } from './marketplace.ts';

/** What is aimed at where no source says anything: this package's own choice. */
const ownSidePx = 2000;
const ownFillShare = 0.85;
/** Nearer to the edge, a product looks cut. */
const maxOwnFillShare = 0.95;

/**
 * The size that an image for a marketplace is to have: the only one, else the recommended one, else 2000 px, as far as that
 * is allowed. Without a ratio it is square.
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

/** How much of the canvas the product is to fill, 0…1: within the allowed range, and not at its very end. */
export function targetFillShare({ fill = {} }: MarketplaceSpec): number {
  const { minShare, bestShare, maxShare } = fill;
  if (bestShare !== undefined) return bestShare;
  if (minShare !== undefined && maxShare !== undefined) return (minShare + maxShare) / 2;
  if (minShare !== undefined) return Math.max(ownFillShare, Math.min(maxOwnFillShare, minShare + 0.05));
  return Math.min(ownFillShare, maxShare ?? 1);
}
