import { majorUnits } from '@isola/i18n';
import { queryState, usePlanName } from '@isola/membership/react';
import { Badge } from '@isola/ui/badge';
import { Checkbox } from '@isola/ui/checkbox';
import { DataTable, type DataColumn } from '@isola/ui/data-table';
import { DropdownMenuItem } from '@isola/ui/dropdown-menu';
import { Field } from '@isola/ui/field';
import { Input } from '@isola/ui/input';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Plan } from '../../api/schemas.ts';
import { fieldOf, useAction } from '../action-dialog.tsx';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';

const limits = ['ai_images_per_day', 'ai_images_per_month', 'api_images_per_month'] as const;

/** Table of the plans with their prices and limits, and whether each is offered. */
export function PlansSection() {
  const { t } = useTranslation('admin');
  const { api, may } = useAdmin();
  const format = useFormat();
  const planName = usePlanName();
  const { data = [], error, state, retry } = queryState(useQuery(adminQueries(api).plans()));
  const { open, dialog } = useAction();
  const columns: DataColumn<Plan>[] = [
    { id: 'plan', header: t('users.plan'), cell: ({ id }) => planName(id) },
    {
      id: 'offered',
      header: t('plans.offered'),
      cell: ({ offered }) => (
        <Badge tone={offered ? 'success' : 'neutral'}>{t(offered ? 'plans.isOffered' : 'plans.notOffered')}</Badge>
      ),
    },
    {
      id: 'price',
      header: t('plans.price'),
      numeric: true,
      cell: ({ plan_prices: prices }) =>
        prices.map(({ amount_minor: amount, currency }) => format.money(amount, currency)).join(' / ') || '–',
    },
    {
      id: 'period',
      header: t('plans.period'),
      numeric: true,
      cell: ({ period_months: months }) => (months === null ? '–' : format.number(months)),
    },
    ...limits.map((limit) => ({
      id: limit,
      header: t(`plans.${limit}`),
      numeric: true,
      cell: (plan: Plan) => {
        const value = plan[limit];
        return value === null ? t('plans.unlimited') : format.number(value);
      },
    })),
    {
      id: 'batch',
      header: t('plans.photos_per_batch'),
      numeric: true,
      cell: ({ photos_per_batch: count }) => format.number(count),
    },
  ];
  const edit = (plan: Plan) =>
    open({
      title: t('plans.edit.title', { plan: planName(plan.id) }),
      text: t('plans.edit.text'),
      confirm: t('plans.edit.confirm'),
      done: t('plans.edit.done', { plan: planName(plan.id) }),
      fields: <PlanFields plan={plan} />,
      run: (form) => api.savePlan(planIn(form, plan)),
    });
  return (
    <>
      <DataTable
        caption={t('plans.title')}
        captionHidden
        columns={columns}
        rows={data}
        rowId={({ id }) => id}
        state={state}
        skeletonRows={2}
        failure={error && <Failure error={error} retry={retry} />}
        empty={t('plans.empty')}
        {...(may('settings.write') && {
          rowActions: (plan: Plan) => (
            <DropdownMenuItem onSelect={() => edit(plan)}>{t('plans.edit.open')}</DropdownMenuItem>
          ),
        })}
        labels={{ rowActions: ({ id }) => t('plans.actions', { plan: planName(id) }) }}
      />
      {dialog}
    </>
  );
}

function PlanFields({ plan }: { plan: Plan }) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Checkbox name="offered" value="on" defaultChecked={plan.offered}>
        {t('plans.isOffered')}
      </Checkbox>
      {plan.plan_prices.map(({ currency, amount_minor: amount }) => (
        <Field key={currency} name={`price-${currency}`} label={t('plans.priceIn', { currency })} required>
          <Input type="number" min={0} step="any" required defaultValue={majorUnits(amount, currency)} />
        </Field>
      ))}
      {limits.map((limit) => (
        <Field key={limit} name={limit} label={t(`plans.${limit}`)} hint={t('plans.emptyIsUnlimited')}>
          <Input type="number" min={0} step={1} defaultValue={plan[limit] ?? ''} />
        </Field>
      ))}
      <Field name="photos_per_batch" label={t('plans.photos_per_batch')} required>
        <Input type="number" min={1} max={10_000} step={1} required defaultValue={plan.photos_per_batch} />
      </Field>
    </>
  );
}

function planIn(form: FormData, plan: Plan): Plan {
  const limitIn = (name: string) => (fieldOf(form, name) === '' ? null : Number(fieldOf(form, name)));
  return {
    ...plan,
    offered: form.get('offered') !== null,
    ai_images_per_day: limitIn('ai_images_per_day'),
    ai_images_per_month: limitIn('ai_images_per_month'),
    api_images_per_month: limitIn('api_images_per_month'),
    photos_per_batch: Number(fieldOf(form, 'photos_per_batch')),
    plan_prices: plan.plan_prices.map(({ currency }) => ({
      currency,
      amount_minor: Math.round(Number(fieldOf(form, `price-${currency}`)) / majorUnits(1, currency)),
    })),
  };
}
