import type { AuthState, Subscription } from '@isola/auth';
import { formatDate } from '@isola/i18n';
import { Badge } from '@isola/ui/badge';
import { Skeleton } from '@isola/ui/skeleton';
import { useTranslation } from 'react-i18next';

import { useLocale } from '#shell/use-locale.ts';

type SignedIn = Extract<AuthState, { status: 'signed-in' }>;

/**
 * Name and end date of the user's plan, or a note that a payment is overdue. Users without a subscription have the free
 * plan.
 */
export function PlanLine({ subscription }: Pick<SignedIn, 'subscription'>) {
  const { t } = useTranslation(['auth', 'membership']);
  const locale = useLocale();
  if (subscription === 'loading') return <Skeleton className="inline-block h-4 w-16 align-middle" />;
  if (subscription === null) return t('membership:plan.free.name');
  const plan = nameOf(subscription, t('membership:plan.member.name'));
  if (subscription.status === 'past_due') {
    return (
      <>
        {plan} <Badge tone="danger">{t('membership:state.past_due')}</Badge>
      </>
    );
  }
  return t('auth:account.plan.until', {
    plan,
    date: formatDate(locale, new Date(subscription.end_date)),
  });
}

/** Returns the display name of a plan. Plans that the site's operator added are shown with their id. */
function nameOf({ plan_id: id }: Subscription, member: string): string {
  return id === 'member' ? member : id;
}
