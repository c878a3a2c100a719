import { Banner } from '@isola/ui/banner';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Membership } from '../api/schemas.ts';
import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';

/** Interval and duration of polling for the plan after a payment. */
const pollMs = 3_000;
const lateAfterMs = 120_000;

/**
 * Message to a member who has returned from the provider's page. The plan becomes active when the provider reports the
 * payment, which may take a moment.
 */
export function BackFromCheckout() {
  const { t } = useTranslation('membership');
  const { api, checkout } = useMembership();
  const [isLate, setLate] = useState(false);
  const { data } = useQuery({
    ...membershipQueries(api).membership(),
    refetchInterval: ({ state }) =>
      checkout === 'done' && !isLate && state.data && !isPaid(state.data) ? pollMs : false,
  });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (!data || isPaid(data)) return null;
  switch (checkout) {
    case 'done':
      return isLate ? (
        <Banner tone="warning" title={t('back.late')}>
          {t('back.lateText')}
        </Banner>
      ) : (
        <Banner title={t('back.waiting')}>{t('back.waitingText')}</Banner>
      );
    case 'cancelled':
      return <Banner title={t('back.cancelled')}>{t('back.cancelledText')}</Banner>;
    default:
      return null;
  }
}

/** A member may have paid for a plan in place of one that costs nothing. */
function isPaid({ subscription }: Membership): boolean {
  return (subscription?.amount_minor ?? 0) > 0;
}
