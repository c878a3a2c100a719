import { initialState, withoutOutline } from '@isola/editor';
import {
  allowsShadow,
  type MarketplaceId,
  marketplaceIds,
  marketplaces,
  type MarketplaceSpec,
  targetFillShare,
  targetSize,
} from '@isola/marketplaces';

import type { BatchPreset } from './batch-preset.ts';

/** Of a JPEG whose compression is not seen. */
const quality = 92;

/**
 * A preset with what a marketplace asks of its main images: white, its size and ratio, the product as large as it asks for,
 * JPEG within its size limit, without an outline. Edges stay as they are, and light where the marketplace takes a shadow.
 */
export function marketplacePreset(id: MarketplaceId, { preset }: BatchPreset): BatchPreset {
  const row: MarketplaceSpec = marketplaces[id];
  const { maxBytes } = row.fileSize ?? {};
  const size = targetSize(row);
  return {
    namePattern: `{name}-${id}`,
    preset: {
      // Rounded down: a product that is a little larger is still large enough.
      shape: { ratio: size.widthPx / size.heightPx, marginPercent: Math.floor(50 * (1 - targetFillShare(row))) },
      state: {
        ...withoutOutline(preset.state),
        background: { kind: 'color', color: '#ffffff' },
        light: allowsShadow(row) ? preset.state.light : initialState.light,
        size,
        export: { format: 'jpeg', quality, includesMetadata: false, ...(maxBytes !== undefined && { maxBytes }) },
      },
    },
  };
}

/** @returns the marketplace whose preset this is; undefined where something else was chosen since. */
export function marketplaceOf(preset: BatchPreset): MarketplaceId | undefined {
  const written = JSON.stringify({ ...preset, pictures: undefined });
  return marketplaceIds.find((id) => JSON.stringify(marketplacePreset(id, preset)) === written);
}
