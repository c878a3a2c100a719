import { useTranslation } from 'react-i18next';

import { formatFor } from '../format.ts';
import { useMembership } from './membership-context.tsx';

/** How the reader writes numbers, money and days, and what plans are called. */
export function useFormat() {
  const { t } = useTranslation('membership');
  const { locale } = useMembership();
  return formatFor(locale, t);
}
