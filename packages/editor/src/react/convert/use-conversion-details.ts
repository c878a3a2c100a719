import type { Conversion } from '@isola/convert';
import { useTranslation } from 'react-i18next';

/**
 * Returns a function that says what was left out of a converted image or given up for it, in one sentence each. The
 * bundle `errors` must be loaded.
 * @example
 * const detailsOf = useConversionDetails();
 * detailsOf(conversion).join(' '); // 'Its CMYK colours are approximate.'
 */
export function useConversionDetails(): (conversion: Conversion) => readonly string[] {
  const { t } = useTranslation('errors', { useSuspense: false });
  return ({ isFirstOfMany, isReduced, isApproximate }) => [
    ...(isFirstOfMany ? [t('convert.done.first')] : []),
    ...(isReduced ? [t('convert.done.reduced')] : []),
    ...(isApproximate ? [t('convert.done.approximate')] : []),
  ];
}
