export type { FigureStatus, Source } from '../sourced-figures.ts';
export {
  allowsShadow,
  checkedOn,
  type Figure,
  figuresOf,
  figureStatus,
  type FillRule,
  type ImageFormat,
  type MarketplaceSpec,
  marketplaceStatus,
  type PixelRule,
  sourcesOf,
} from './marketplace.ts';
export { type MarketplaceId, marketplaceIds, marketplaces } from './marketplaces.ts';
export { largestMarketplaceIds, marketplaceQuotes } from './quotes.ts';
export { sourcesReadAt } from '../sourced-figures.ts';
export { sources } from './sources.ts';
export { targetFillShare, targetSize } from './target.ts';
