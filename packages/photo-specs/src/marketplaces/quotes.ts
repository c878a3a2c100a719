import type { Quotes } from '../sourced-figures.ts';
import type { Figure } from './marketplace.ts';
import type { MarketplaceId } from './marketplaces.ts';
import type { SourceId } from './sources.ts';

/**
 * Largest marketplaces. Their figures were compared with stored copies of the marketplaces' own texts. Shopify is not
 * among them, because it is a shop system whose sellers set their own rules.
 */
export const largestMarketplaceIds = [
  'taobao',
  'amazon',
  'jd',
  'walmart',
  'ebay',
] as const satisfies readonly MarketplaceId[];

/** Words of the official sources that state the figures. Only spaces and line breaks are normalised. */
export const marketplaceQuotes: { readonly [Id in MarketplaceId]?: Quotes<Figure, SourceId> } = {
  walmart: {
    pixels: [
      { source: 'walmart-guide', text: 'Pixel Dimensions: 2200px x 2200px' },
      { source: 'walmart-guide', text: 'Minimum Pixel Dimensions for Zoom: 1500px x 1500px' },
    ],
    ratio: [{ source: 'walmart-guide', text: 'Aspect Ratio: 1:1 (Square)' }],
    background: [{ source: 'walmart-guide', text: 'Background: Seamless white (255/255/255 RGB)' }],
    formats: [{ source: 'walmart-guide', text: "File Format: JPEG, JPG, PNG, BMP (GIF images aren't permitted)" }],
    fileSize: [{ source: 'walmart-guide', text: 'File Size: 5MB or less' }],
  },
  ebay: {
    pixels: [{ source: 'ebay-policy', text: 'Photos must be at least 500 pixels on the longest side.' }],
    formats: [
      {
        source: 'ebay-api',
        text: 'The image formats supported are JPG, GIF, PNG, BMP, TIFF, AVIF, HEIC, and WEBP.',
      },
    ],
  },
};
