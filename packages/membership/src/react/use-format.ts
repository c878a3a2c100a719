import { useTranslation } from 'react-i18next';

import { formatsFor } from '../format.ts';
import { planName } from '../plan-name.ts';
import { useMembership } from './membership-context.tsx';

/** Returns the formats of the reader's language, and `plan`, which names a plan. */
export function useFormat() {
  const { locale } = useMembership();
  return { ...formatsFor(locale), plan: usePlanName() };
}

/** Returns a function that names a plan, by its id. It needs the bundle `membership`. */
export function usePlanName(): (id: string) => string {
  const { t } = useTranslation('membership');
  return (id) => planName(t, id);
}
