import { initialState, withoutLayers, withoutOutline } from '@isola/editor';
import {
  allowsShadow,
  type MarketplaceId,
  marketplaceIds,
  marketplaces,
  type MarketplaceSpec,
  targetFillShare,
  targetSize,
} from '@isola/photo-specs/marketplaces';

import type { BatchPreset } from './batch-preset.ts';
import { renderKeyOf } from './render-key-of.ts';

/** JPEG quality at which the compression is not visible. */
const quality = 92;

/**
 * Returns a preset that meets the rules of a marketplace for main images: white background, the required size and
 * ratio, the product in the required size, a JPEG within the size limit, and no outline, texts or logos.
 * @param preset the current preset. Its edge settings and its choice for faces are kept, and its light settings when the
 *   marketplace allows shadows.
 */
export function marketplacePreset(id: MarketplaceId, { preset, blursFaces }: BatchPreset): BatchPreset {
  const row: MarketplaceSpec = marketplaces[id];
  const { maxBytes } = row.fileSize ?? {};
  const size = targetSize(row);
  return {
    ...(blursFaces && { blursFaces }),
    namePattern: `{name}-${id}`,
    preset: {
      // The margin is rounded down, because a slightly larger product still meets the rule.
      shape: { ratio: size.widthPx / size.heightPx, marginPercent: Math.floor(50 * (1 - targetFillShare(row))) },
      state: {
        ...withoutLayers(withoutOutline(preset.state)),
        background: { kind: 'color', color: '#ffffff' },
        light: allowsShadow(row) ? preset.state.light : initialState.light,
        size,
        export: { format: 'jpeg', quality, includesMetadata: false, ...(maxBytes !== undefined && { maxBytes }) },
      },
    },
  };
}

/** @returns the marketplace whose rules the preset meets exactly; undefined when the preset was changed afterwards. */
export function marketplaceOf(preset: BatchPreset): MarketplaceId | undefined {
  const renderKey = renderKeyOf(preset);
  return marketplaceIds.find((id) => {
    const own = marketplacePreset(id, preset);
    return own.namePattern === preset.namePattern && renderKeyOf(own) === renderKey;
  });
}
