import { formatNumber, type Locale } from '@isola/i18n';
import { Slider } from '@isola/ui/slider';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';

import { type BrushStore, maxSizePx, minSizePx } from '../../brush/create-brush-store.ts';

/** Slider of the brush's size. */
export function SizeSlider({ brush }: { brush: BrushStore }) {
  const { t, i18n } = useTranslation('editor');
  const sizePx = useStore(brush, (state) => state.sizePx);
  return (
    <Slider
      label={t('refine.size')}
      value={placeOfSize(sizePx)}
      formatValue={() => t('refine.pixels', { value: formatNumber(i18n.language as Locale, sizePx) })}
      onValueChange={(place) => brush.set({ sizePx: sizeAt(place) })}
    />
  );
}

/**
 * Returns the brush size at a position of the slider, 0…100. Each position enlarges the brush by the same factor, so
 * that small sizes can be set precisely.
 */
function sizeAt(place: number): number {
  return Math.round(minSizePx * (maxSizePx / minSizePx) ** (place / 100));
}

function placeOfSize(sizePx: number): number {
  return Math.round((100 * Math.log(sizePx / minSizePx)) / Math.log(maxSizePx / minSizePx));
}
