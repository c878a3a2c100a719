import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
  AlertDialogTrigger,
} from '@isola/ui/alert-dialog';
import { Accordion, AccordionItem } from '@isola/ui/accordion';
import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { PriceCard } from '@isola/ui/price-card';
import { Skeleton } from '@isola/ui/skeleton';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { v4 as randomId } from 'uuid';

import type { Membership, Plan, Subscription } from '../api/schemas.ts';
import { isProductPlan } from '../plan-name.ts';
import { CodeCheckout } from './code-checkout.tsx';
import { Failure } from './failure.tsx';
import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';
import { queryState } from './query-state.ts';
import { useChange } from './use-change.ts';
import { useFormat } from './use-format.ts';
import { useJoin } from './use-join.ts';

const questions = ['pay', 'limit', 'server', 'cancel', 'invoice'] as const;
/**
 * Features of each product plan: the keys `feature.<id>` of the bundle. For a plan that the operator added, only the
 * table lists its limits.
 */
const features = {
  free: ['single', 'local', 'size', 'noAccount'],
  member: ['all', 'batch', 'usage', 'invoices'],
} as const;

/** Page with the offered plans, their prices, and the reader's own plan. */
export function PlansView() {
  const { t } = useTranslation('membership');
  const { api, isSignedIn } = useMembership();
  const plans = queryState(useQuery(membershipQueries(api).plans()));
  const membership = queryState(useQuery({ ...membershipQueries(api).membership(), enabled: isSignedIn }));
  const failed = plans.error ? plans : membership;
  const offered = plans.data?.filter(({ offered: isOffered, id }) => isOffered || id === membership.data?.plan.id);
  const freePlan = plans.data?.find(({ id }) => id === 'free');
  return (
    <>
      <section aria-labelledby="plans">
        <h2 id="plans" className="text-22 font-semibold">
          {t('plans.title')}
        </h2>
        {failed.error && (
          <div className="mt-5">
            <Failure error={failed.error} retry={failed.retry} />
          </div>
        )}
        {!failed.error && (!offered || (isSignedIn && !membership.data)) && (
          <div role="status" aria-label={t('plans.loading')} className="mt-5 grid gap-6 sm:grid-cols-2">
            <Skeleton className="h-96" />
            <Skeleton className="h-96" />
          </div>
        )}
        {offered && (!isSignedIn || membership.data) && (
          <>
            <div className="mt-5 grid grid-cols-1 gap-6 sm:grid-cols-2">
              {offered.map((plan) => (
                <PlanCard key={plan.id} plan={plan} membership={membership.data} free={freePlan} />
              ))}
            </div>
            <Comparison plans={offered} />
          </>
        )}
      </section>
      <section aria-labelledby="questions" className="mt-12">
        <h2 id="questions" className="mb-4 text-22 font-semibold">
          {t('questions.title')}
        </h2>
        <Accordion>
          {questions.map((each) => (
            <AccordionItem key={each} title={t(`question.${each}.title`)}>
              {t(`question.${each}.text`)}
            </AccordionItem>
          ))}
        </Accordion>
      </section>
    </>
  );
}

interface PlanCardProps {
  plan: Plan;
  /** Undefined for a visitor. */
  membership: Membership | undefined;
  /** Free plan, whose limits the features mention for comparison. */
  free: Plan | undefined;
}

function PlanCard({ plan, membership, free }: PlanCardProps) {
  const { t } = useTranslation('membership');
  const { linkTo } = useMembership();
  const format = useFormat();
  const { joining, currency, choose, currencies } = useChosenPrice(plan);
  const price = plan.plan_prices.find((each) => each.currency === currency);
  const amount = price && format.money(price.amount_minor, price.currency);
  const isCurrent = membership?.plan.id === plan.id;
  const isChoosable = !membership?.subscription || isJoinable(membership.subscription, price);
  const isPastDue = membership?.subscription?.status === 'past_due';
  const productPlan = isProductPlan(plan.id) ? plan.id : undefined;
  return (
    <PriceCard
      name={format.plan(plan.id)}
      price={price?.amount_minor === 0 ? t('plan.costsNothing') : (amount ?? '–')}
      period={
        plan.period_months
          ? [price?.amount_minor === 0 && amount, t('plan.period', { count: plan.period_months })]
              .filter(Boolean)
              .join(' ')
          : t('plan.forever')
      }
      description={productPlan && t(`plan.${productPlan}.text`)}
      featured={isCurrent}
      badge={
        isCurrent ? (
          isPastDue ? (
            <Badge tone="danger">{t('state.past_due')}</Badge>
          ) : (
            <Badge tone="success">{t('plan.current')}</Badge>
          )
        ) : undefined
      }
      action={
        <div className="flex flex-col gap-3">
          {plan.id === 'free' ? (
            linkTo('single', t('plan.free.action'), 'secondary')
          ) : isCurrent ? (
            linkTo('manage', t('plan.manage'), 'secondary')
          ) : membership?.subscription && isChangeable(membership.subscription, plan) ? (
            <ChangePlan plan={plan} currency={membership.subscription.currency} />
          ) : membership?.subscription && !isJoinable(membership.subscription, price) ? (
            <p className="text-14 text-soft">{t('plan.later')}</p>
          ) : membership ? (
            <Button
              wrap
              variant="primary"
              size="lg"
              loading={joining.isPending}
              onClick={() => joining.join(plan.id, currency)}
            >
              {price?.amount_minor === 0 ? t('plan.join.free') : t('plan.join')}
            </Button>
          ) : (
            linkTo('sign-in', t('plan.signIn'), 'primary')
          )}
          {currencies.length > 1 && !isCurrent && isChoosable && (
            <label className="flex items-center justify-between gap-2 text-13 text-soft">
              {t('plan.currency')}
              <select
                value={currency}
                onChange={({ target }) => choose(target.value)}
                className="rounded-md border border-line bg-sheet px-2 py-1 pointer-coarse:h-11"
              >
                {currencies.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
          )}
          {joining.error && <Failure error={joining.error} />}
          {joining.code && (
            <CodeCheckout
              code={joining.code}
              price={amount ?? ''}
              isRenewing={joining.isPending}
              onRenew={() => joining.code && joining.renewCode(joining.code)}
              onClose={joining.closeCode}
            />
          )}
        </div>
      }
      features={
        productPlan
          ? features[productPlan].map((id) => ({
              text: t(`feature.${id}`, { max: plan.photos_per_batch, free: free?.photos_per_batch }),
              included: true,
            }))
          : []
      }
      includedLabel={t('included')}
      excludedLabel=""
      note={price?.amount_minor === 0 ? t('plan.note.free') : t('plan.note.paid')}
    />
  );
}

/**
 * Whether a running subscription can be changed to this plan: the plan needs a price in the currency of the
 * subscription, a change never crosses between free and paid, and what was paid once is not changed. The server enforces
 * the same rules.
 */
function isChangeable({ provider, currency, amount_minor: amount, is_renewed }: Subscription, plan: Plan): boolean {
  const price = plan.plan_prices.find((each) => each.currency === currency);
  const isSameKind = price !== undefined && (price.amount_minor === 0) === (amount === 0);
  return provider !== 'admin' && is_renewed && isSameKind;
}

/** Whether a member with a subscription can join a plan: one with a price in place of one that costs nothing. */
function isJoinable({ amount_minor: amount }: Subscription, price: Plan['plan_prices'][number] | undefined): boolean {
  return amount === 0 && (price?.amount_minor ?? 0) > 0;
}

function ChangePlan({ plan, currency }: { plan: Plan; currency: string }) {
  const { t } = useTranslation('membership');
  const { api } = useMembership();
  const format = useFormat();
  // With one key, a request that is sent twice makes one change.
  const [key] = useState(() => randomId());
  const name = format.plan(plan.id);
  const amount = plan.plan_prices.find((each) => each.currency === currency)?.amount_minor ?? 0;
  const changing = useChange(async () => {
    await api.change({ action: 'change', plan: plan.id, key });
    return t('changed', { plan: name });
  });
  return (
    <>
      <AlertDialog>
        <AlertDialogTrigger asChild>
          <Button size="lg" loading={changing.isPending}>
            {t('change.open')}
          </Button>
        </AlertDialogTrigger>
        <AlertDialogContent
          title={t('change.title', { plan: name })}
          description={t('change.text', { plan: name, price: format.money(amount, currency) })}
        >
          <AlertDialogFooter>
            <AlertDialogCancel>{t('change.keep')}</AlertDialogCancel>
            <AlertDialogAction onClick={() => changing.run(undefined)}>{t('change.confirm')}</AlertDialogAction>
          </AlertDialogFooter>
        </AlertDialogContent>
      </AlertDialog>
      {changing.error && <Failure error={changing.error} />}
    </>
  );
}

/** Returns the currencies of a plan, the chosen one, and the functions that join the plan. */
function useChosenPrice(plan: Plan) {
  const currencies = plan.plan_prices.map(({ currency }) => currency).toSorted();
  const [chosen, choose] = useState<string>();
  const currency = chosen ?? (currencies.includes('CNY') ? 'CNY' : (currencies[0] ?? 'CNY'));
  return { joining: useJoin(), currency, choose, currencies };
}

const limits = ['ai_images_per_day', 'ai_images_per_month', 'api_images_per_month', 'photos_per_batch'] as const;

/** Table that compares the limits of the plans. */
function Comparison({ plans }: { plans: readonly Plan[] }) {
  const { t } = useTranslation('membership');
  const format = useFormat();
  return (
    <div className="mt-10">
      <Table caption={t('compare.title')}>
        <TableHead>
          <TableRow>
            <TableHeader>{t('compare.what')}</TableHeader>
            {plans.map(({ id }) => (
              <TableHeader key={id} numeric>
                {format.plan(id)}
              </TableHeader>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          <TableRow>
            <TableHeader scope="row" className="whitespace-normal!">
              {t('limit.device')}
            </TableHeader>
            {plans.map(({ id }) => (
              <TableCell key={id} numeric>
                {t('limit.none')}
              </TableCell>
            ))}
          </TableRow>
          {limits.map((each) => (
            <TableRow key={each}>
              <TableHeader scope="row" className="whitespace-normal!">
                {t(`limit.${each}`)}
              </TableHeader>
              {plans.map((plan) => (
                <TableCell key={plan.id} numeric>
                  {plan[each] === null ? t('limit.none') : format.number(plan[each])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
