import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { MembershipError } from '../api/membership-error.ts';
import { useMembership } from './membership-context.tsx';
import { useChange } from './use-ask.ts';
import { useFormat } from './use-format.ts';

/** Joins a plan: at once where it costs nothing, by way of the provider's page otherwise. */
export function useJoin() {
  const { t } = useTranslation('membership');
  const { api, leaveTo } = useMembership();
  const format = useFormat();
  // A press that is sent twice begins one checkout.
  const [key] = useState(() => crypto.randomUUID());
  return useChange(async ({ plan, currency }: { plan: string; currency: string }) => {
    const joining = await api.join({ plan, currency, key, returnPath: '/membership/manage' });
    switch (joining.outcome) {
      case 'active':
        return t('joined', { plan: format.plan(plan) });
      case 'redirect':
        leaveTo(joining.url);
        return undefined;
      default:
        throw new MembershipError('no-provider', `This page cannot show a checkout by ${joining.outcome}`);
    }
  });
}
