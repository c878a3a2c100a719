import { saveCsv } from '@isola/files/csv';
import { majorUnits } from '@isola/i18n';
import { queryState, usePlanName } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Skeleton } from '@isola/ui/skeleton';
import { TimeChart } from '@isola/ui/time-chart';
import { useQuery } from '@tanstack/react-query';
import { Coins, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { CurrencyRevenue, Revenue } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Facts, Section } from '../facts.tsx';
import { Failure } from '../failure.tsx';
import { Guarded } from '../guarded.tsx';
import { useFormat } from '../use-format.ts';

const spans = ['3', '6', '12', '24'] as const;

/** Revenue page: revenue by month and by plan, and churn. It requires the permission `revenue.read`. */
export function RevenueView() {
  return (
    <Guarded permission="revenue.read">
      <RevenueOf />
    </Guarded>
  );
}

function RevenueOf() {
  const { t } = useTranslation('admin');
  const { api, search, setSearch } = useAdmin();
  const months = spans.find((each) => each === search['months']) ?? '12';
  const [today] = useState(() => new Date());
  const { from, to } = lastMonths(Number(months), today);
  const { data, error, retry } = queryState(useQuery(adminQueries(api).revenue(from, to)));
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <SegmentedControl
          label={t('revenue.span')}
          segments={spans.map((each) => ({ value: each, label: t(`revenue.span.${each}`) }))}
          value={months}
          onValueChange={(value) => setSearch({ months: value })}
        />
        {data && data.currencies.length > 0 && (
          <Button onClick={() => save(data)} className="pointer-coarse:h-11">
            <Download aria-hidden />
            {t('export.csv')}
          </Button>
        )}
      </div>
      {error ? (
        <Failure error={error} retry={retry} />
      ) : !data ? (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-44" />
        </div>
      ) : data.currencies.length === 0 ? (
        <EmptyState figure={<Coins />} headingLevel={2} title={t('revenue.empty')}>
          {t('revenue.emptyText')}
        </EmptyState>
      ) : (
        <>
          {data.currencies.map((each) => (
            <OfCurrency key={each.currency} revenue={each} />
          ))}
          <Churn churn={data.churn} />
        </>
      )}
    </>
  );
}

function OfCurrency({ revenue }: { revenue: CurrencyRevenue }) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const planName = usePlanName();
  const { currency, by_month: byMonth, by_plan: byPlan } = revenue;
  const money = (minor: number) => format.money(minor, currency);
  const sum = (minor: number) => <span className="whitespace-nowrap">{money(minor)}</span>;
  return (
    <Section title={t('dashboard.revenue', { currency })}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <Facts
          rows={[
            [t('revenue.net'), <strong key="net">{sum(revenue.gross_minor - revenue.refunded_minor)}</strong>],
            [t('revenue.gross'), sum(revenue.gross_minor)],
            [t('revenue.refunded'), sum(revenue.refunded_minor)],
            [t('revenue.disputed'), sum(revenue.disputed_minor)],
            [t('revenue.payments'), format.number(revenue.payments)],
            [t('revenue.mrr'), sum(revenue.mrr_minor)],
          ]}
        />
        <TimeChart
          kind="bars"
          title={t('revenue.byMonth')}
          series={[t('revenue.net')]}
          points={byMonth.map(({ month, gross_minor: gross, refunded_minor: refunded }) => ({
            at: new Date(month),
            values: [Math.max(0, gross - refunded)],
          }))}
          formatValue={money}
          formatAxis={(value) => format.compactMoney(value, currency)}
          formatAt={format.month}
          formatTick={format.shortMonth}
          labels={{ at: t('chart.month'), table: t('chart.table') }}
          empty={t('dashboard.revenue.empty')}
        />
      </div>
      <div className="mt-6">
        <DataTable
          caption={t('revenue.byPlan', { currency })}
          dense
          rows={byPlan}
          rowId={({ plan_id: plan }) => plan}
          sorting={{ column: 'gross', direction: 'desc' }}
          empty={t('payments.empty')}
          columns={[
            { id: 'plan', header: t('users.plan'), cell: ({ plan_id: plan }) => planName(plan) },
            {
              id: 'subscriptions',
              header: t('dashboard.subscriptions'),
              numeric: true,
              sortable: true,
              sortValue: ({ subscriptions }) => subscriptions,
              cell: ({ subscriptions }) => format.number(subscriptions),
            },
            {
              id: 'gross',
              header: t('revenue.gross'),
              numeric: true,
              sortable: true,
              sortValue: ({ gross_minor: gross }) => gross,
              cell: ({ gross_minor: gross }) => money(gross),
            },
            {
              id: 'refunded',
              header: t('revenue.refunded'),
              numeric: true,
              cell: ({ refunded_minor: refunded }) => money(refunded),
            },
          ]}
        />
      </div>
    </Section>
  );
}

function Churn({ churn }: Pick<Revenue, 'churn'>) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  return (
    <Section title={t('revenue.churn')}>
      <p className="text-14 text-soft tabular-nums">
        {churn.active === 0
          ? t('revenue.churnNone')
          : t('revenue.churnText', {
              rate: format.percent(churn.rate),
              ended: format.number(churn.ended),
              active: format.number(churn.active),
            })}
      </p>
    </Section>
  );
}

function save({ currencies }: Revenue): void {
  const table = [
    ['currency', 'month', 'gross', 'refunded', 'net'],
    ...currencies.flatMap(({ currency, by_month: byMonth }) =>
      byMonth.map(({ month, gross_minor: gross, refunded_minor: refunded }) => [
        currency,
        month.slice(0, 7),
        majorUnits(gross, currency),
        majorUnits(refunded, currency),
        majorUnits(gross - refunded, currency),
      ]),
    ),
  ];
  saveCsv(table, 'revenue.csv');
}

/** @returns the first day of a period of this many months, the current one included, and today; both in UTC. */
function lastMonths(months: number, today: Date): { from: string; to: string } {
  const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 1));
  return { from: first.toISOString().slice(0, 10), to: today.toISOString().slice(0, 10) };
}
