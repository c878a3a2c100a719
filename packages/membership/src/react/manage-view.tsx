import { EmptyState } from '@isola/ui/empty-state';
import { Skeleton } from '@isola/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import { BackFromCheckout } from './back-from-checkout.tsx';
import { DataSection } from './data-section.tsx';
import { Failure } from './failure.tsx';
import { InvoicesSection } from './invoices-section.tsx';
import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';
import { PlanSection } from './plan-section.tsx';
import { queryState } from './query-state.ts';
import { UsageSection } from './usage-section.tsx';

/** Page on which a member manages the plan: state, usage, invoices and stored data. */
export function ManageView() {
  const { t } = useTranslation('membership');
  const { api, isSignedIn } = useMembership();
  const { data, error, retry } = queryState(useQuery({ ...membershipQueries(api).membership(), enabled: isSignedIn }));
  if (!isSignedIn) return <SignInFirst />;
  if (error && !data) return <Failure error={error} retry={retry} />;
  if (!data) {
    return (
      <div role="status" aria-label={t('plans.loading')} className="flex flex-col gap-6">
        <Skeleton className="h-28" />
        <Skeleton className="h-64" />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-12">
      <div className="flex flex-col gap-6">
        <BackFromCheckout />
        <PlanSection membership={data} />
      </div>
      <UsageSection membership={data} />
      <InvoicesSection />
      <DataSection />
    </div>
  );
}

/** Asks a visitor to sign in. */
export function SignInFirst() {
  const { t } = useTranslation('membership');
  const { linkTo } = useMembership();
  return (
    <div className="rounded-lg border border-line">
      <EmptyState
        headingLevel={2}
        title={t('signIn.title')}
        figure={<UserRound aria-hidden />}
        action={
          <>
            {linkTo('sign-in', t('signIn.action'), 'primary')}
            {linkTo('membership', t('plans.see'), 'secondary')}
          </>
        }
      >
        {t('signIn.text')}
      </EmptyState>
    </div>
  );
}
