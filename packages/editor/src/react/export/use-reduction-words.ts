import type { Reduction } from '@isola/imaging';
import { useTranslation } from 'react-i18next';

/**
 * @returns a function that describes a reduction, such as “64 colours · scaled to 1200 × 900”, or returns '' if there
 * is none.
 */
export function useReductionWords(): (reduction: Reduction) => string {
  const { t } = useTranslation('tool');
  return ({ colorCount, quality, size }) =>
    [
      colorCount !== undefined && t('reduced.colors', { count: colorCount }),
      quality !== undefined && t('reduced.quality', { quality: Math.round(quality) }),
      size && t('reduced.size', { width: size.widthPx, height: size.heightPx }),
    ]
      .filter(Boolean)
      .join(' · ');
}
