export {
  allowsShadow,
  type Figure,
  figuresOf,
  type FillRule,
  type ImageFormat,
  type MarketplaceSpec,
  type PixelRule,
} from './marketplace.ts';
export { type MarketplaceStatus, figureStatus, marketplaceStatus, sourcesOf } from './marketplace-status.ts';
export { type MarketplaceId, marketplaceIds, marketplaces } from './marketplaces.ts';
export { targetFillShare, targetSize } from './target.ts';
export { type Source, type SourceId, sources, sourcesReadAt } from './sources.ts';
