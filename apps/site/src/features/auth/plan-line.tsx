import type { AuthState, Subscription } from '@isola/auth';
import { formatDate } from '@isola/i18n';
import { Skeleton } from '@isola/ui/skeleton';
import { useTranslation } from 'react-i18next';

import { useLocale } from '#shell/use-locale.ts';

type SignedIn = Extract<AuthState, { status: 'signed-in' }>;

/** The plan's name and its end. Without an active subscription it is the free plan, which every user has. */
export function PlanLine({ subscription }: Pick<SignedIn, 'subscription'>) {
  const { t } = useTranslation(['auth', 'membership']);
  const locale = useLocale();
  if (subscription === 'loading') return <Skeleton className="inline-block h-4 w-16 align-middle" />;
  if (subscription === null) return t('membership:plan.free.name');
  return t('auth:account.plan.until', {
    plan: nameOf(subscription, t('membership:plan.member.name')),
    date: formatDate(locale, new Date(subscription.end_date)),
  });
}

/** A plan that the operator added is named by its id. */
function nameOf({ plan_id: id }: Subscription, member: string): string {
  return id === 'member' ? member : id;
}
