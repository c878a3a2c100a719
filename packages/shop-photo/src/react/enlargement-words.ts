import { formatPercent, type Locale } from '@isola/i18n';
import type { TFunction } from 'i18next';

import type { ProductEnlargement } from '../layout/lay-out-subject.ts';

/** Says from how many pixels a network enlarged a product, or how far it was resampled. */
export function enlargementWords(
  enlargement: ProductEnlargement,
  t: TFunction<['shop-photo', 'editor']>,
  locale: Locale,
): string {
  if (enlargement.method === 'resampling') return t('enlarged', { percent: formatPercent(locale, enlargement.scale) });
  const { widthPx: w, heightPx: h } = enlargement.from;
  return t('editor:enlarge.from', { w, h });
}
