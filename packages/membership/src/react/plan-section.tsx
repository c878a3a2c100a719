import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
  AlertDialogTrigger,
} from '@isola/ui/alert-dialog';
import { Badge } from '@isola/ui/badge';
import { Banner } from '@isola/ui/banner';
import { Button } from '@isola/ui/button';
import { useTranslation } from 'react-i18next';
import { v4 as randomId } from 'uuid';

import type { Membership, Subscription } from '../api/schemas.ts';
import { Failure } from './failure.tsx';
import { useMembership } from './membership-context.tsx';
import { useChange } from './use-change.ts';
import { useFormat } from './use-format.ts';

/** Shows the plan with its end or renewal, and the actions on it. */
export function PlanSection({ membership: { plan, subscription } }: { membership: Membership }) {
  const { t } = useTranslation('membership');
  const { linkTo } = useMembership();
  const format = useFormat();
  return (
    <section aria-labelledby="plan">
      <h2 id="plan" className="text-22 font-semibold">
        {t('manage.plan')}
      </h2>
      <div className="mt-4 rounded-lg border border-line bg-sheet p-6">
        <p className="flex flex-wrap items-center gap-3 text-18 font-semibold">
          {format.plan(plan.id)}
          {subscription && <State subscription={subscription} />}
        </p>
        {subscription ? (
          <Running subscription={subscription} />
        ) : (
          <>
            <p className="mt-2 text-soft">{t('manage.free')}</p>
            <div className="mt-5 flex flex-wrap gap-3">{linkTo('membership', t('plans.see'), 'primary')}</div>
          </>
        )}
      </div>
    </section>
  );
}

/** Plans at 0, plans that an administrator granted, and WeChat Pay, which has no page for what a member has paid. */
const providersWithoutPortal: ReadonlySet<string> = new Set(['offer', 'admin', 'wechat-pay']);

function State({ subscription: { status, cancelled_at: cancelledAt } }: { subscription: Subscription }) {
  const { t } = useTranslation('membership');
  if (status === 'past_due') return <Badge tone="danger">{t('state.past_due')}</Badge>;
  if (cancelledAt !== null) return <Badge tone="warning">{t('state.ending')}</Badge>;
  return <Badge tone="success">{t('state.active')}</Badge>;
}

function Running({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('membership');
  const { api, leaveTo, linkTo } = useMembership();
  const format = useFormat();
  const { cancelled_at: cancelledAt, end_date: end, provider, amount_minor: amount, currency } = subscription;
  const date = format.date(end);
  const price = format.money(amount, currency);
  const changing = useChange(async (action: 'cancel' | 'resume') => {
    await api.change({ action, key: randomId() });
    return action === 'cancel' ? t('cancelled', { date }) : t('resumed');
  });
  const opening = useChange(async () => {
    leaveTo(await api.openPortal('/membership/manage'));
    return undefined;
  });
  const failure = changing.error ?? opening.error;
  const isGranted = provider === 'admin';
  const isContinued = cancelledAt === null && subscription.is_renewed;
  const isPastDue = subscription.status === 'past_due';
  const hasPortal = provider !== null && !providersWithoutPortal.has(provider);
  return (
    <>
      {isPastDue ? (
        <Banner
          tone="danger"
          className="mt-4"
          title={t('manage.pastDue.title')}
          actions={
            hasPortal && (
              <Button
                variant="primary"
                size="sm"
                loading={opening.isPending}
                onClick={() => opening.run(undefined)}
                className="pointer-coarse:h-11"
              >
                {t('portal.update')}
              </Button>
            )
          }
        >
          {t('manage.pastDue')}
        </Banner>
      ) : (
        <p className="mt-2 text-soft">
          {isGranted
            ? t('manage.granted', { date })
            : isContinued
              ? amount === 0
                ? t('manage.renews.free', { date })
                : t('manage.renews', { date, price })
              : t('manage.ends', { date })}
        </p>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {!isGranted &&
          subscription.is_renewed &&
          (cancelledAt === null ? (
            <AlertDialog>
              <AlertDialogTrigger asChild>
                <Button loading={changing.isPending}>{t('cancel.open')}</Button>
              </AlertDialogTrigger>
              <AlertDialogContent title={t('cancel.title')} description={t('cancel.text', { date })}>
                <AlertDialogFooter>
                  <AlertDialogCancel>{t('cancel.keep')}</AlertDialogCancel>
                  <AlertDialogAction onClick={() => changing.run('cancel')}>{t('cancel.confirm')}</AlertDialogAction>
                </AlertDialogFooter>
              </AlertDialogContent>
            </AlertDialog>
          ) : (
            <Button variant="primary" loading={changing.isPending} onClick={() => changing.run('resume')}>
              {t('resume')}
            </Button>
          ))}
        {hasPortal && !isPastDue && (
          <Button loading={opening.isPending} onClick={() => opening.run(undefined)}>
            {t('portal')}
          </Button>
        )}
        <span className="flex items-center">{linkTo('membership', t('plans.see'))}</span>
      </div>
      {failure && (
        <div className="mt-4">
          <Failure error={failure} />
        </div>
      )}
    </>
  );
}
