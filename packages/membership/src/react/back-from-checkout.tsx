import { Banner } from '@isola/ui/banner';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useMembership } from './membership-context.tsx';
import { useAsk } from './use-ask.ts';

/** How often the plan is asked for after a payment, and for how long. */
const pollMs = 3_000;
const lateAfterMs = 120_000;

/** For who comes back from the provider's page: the plan begins with the provider's report, which may take a moment. */
export function BackFromCheckout() {
  const { t } = useTranslation('membership');
  const { api, checkout, onChanged } = useMembership();
  const [isLate, setLate] = useState(false);
  const { data } = useAsk(['membership'], api.membership, {
    everyMs: (membership) => (checkout === 'done' && !isLate && membership?.subscription === null ? pollMs : false),
  });
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  const hasBegun = checkout === 'done' && Boolean(data?.subscription);
  const tellSite = useEffectEvent(onChanged);
  useEffect(() => {
    if (hasBegun) tellSite();
  }, [hasBegun]);
  if (data?.subscription !== null) return null;
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
