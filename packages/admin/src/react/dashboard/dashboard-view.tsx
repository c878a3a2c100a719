import { queryState } from '@isola/membership/react';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { TimeChart, type TimeChartProps } from '@isola/ui/time-chart';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { DashboardDays } from '../../api/admin-api.ts';
import type { Dashboard } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { useFormat } from '../use-format.ts';
import { Today } from './today.tsx';

const spans = [1, 7, 30, 90] as const;
type Series = Dashboard['series'][number];

/** Dashboard page: one chart for each figure that the administrator may see. */
export function DashboardView() {
  const { t } = useTranslation('admin');
  const { api, may, search, setSearch } = useAdmin();
  const days: DashboardDays = spans.find((each) => String(each) === search['days']) ?? 30;
  const { data, error, state, retry } = queryState(useQuery(adminQueries(api).dashboard(days)));
  return (
    <>
      <Today />
      <SegmentedControl
        label={t('dashboard.span')}
        segments={spans.map((each) => ({ value: String(each), label: t(`dashboard.span.${each}`) }))}
        value={String(days)}
        onValueChange={(value) => setSearch({ days: value })}
        className="mb-6 print:hidden"
      />
      {error ? (
        <Failure error={error} retry={retry} />
      ) : (
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
          <Charts
            data={data}
            days={days}
            isLoading={state === 'loading'}
            showsUsers={may('users.read')}
            showsRevenue={may('revenue.read')}
          />
        </div>
      )}
    </>
  );
}

interface ChartsProps {
  data: Dashboard | undefined;
  days: DashboardDays;
  isLoading: boolean;
  showsUsers: boolean;
  showsRevenue: boolean;
}

function Charts({ data, days, isLoading, showsUsers, showsRevenue }: ChartsProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const compared = (figure: string, difference: number, words: string) =>
    t('compare.joined', {
      figure,
      comparison:
        difference === 0
          ? t('compare.same')
          : t(difference > 0 ? 'compare.more' : 'compare.fewer', { difference: words }),
    });
  const counted = (figure: string, count: number, before: number) =>
    compared(figure, count - before, format.number(Math.abs(count - before)));
  const shared = {
    headingLevel: 2,
    formatAt: days === 1 ? format.dateTime : format.day,
    formatTick: days === 1 ? format.time : format.shortDay,
    labels: { at: t(days === 1 ? 'chart.hour' : 'chart.day'), table: t('chart.table') },
    state: data ? 'ready' : isLoading ? 'loading' : 'ready',
  } as const satisfies Partial<TimeChartProps>;
  const pointsOf = (value: (each: Series) => number | null) =>
    (data?.series ?? []).flatMap((each) => {
      const counted = value(each);
      return counted === null ? [] : [{ at: new Date(each.at), values: [counted] }];
    });
  // Without a single event, the chart shows its empty text in place of a line of zeros.
  const withNews = (points: ReturnType<typeof pointsOf>) =>
    points.some(({ values }) => values.some((value) => value > 0)) ? points : [];
  const users = data?.users;
  const subscriptions = data?.subscriptions;
  const images = data?.images;
  const errors = data?.errors;
  const currencies = data?.revenue ?? [];
  return (
    <>
      {showsUsers && (
        <TimeChart
          {...shared}
          kind="bars"
          title={t('dashboard.users')}
          series={[t('dashboard.users')]}
          points={withNews(pointsOf((each) => each.users))}
          summary={
            users &&
            counted(
              t('dashboard.users.figure', {
                count: users.new,
                number: format.number(users.new),
                total: format.number(users.total),
              }),
              users.new,
              users.new_before,
            )
          }
          formatValue={format.number}
          empty={t('dashboard.users.empty')}
        />
      )}
      {showsUsers && (
        <TimeChart
          {...shared}
          title={t('dashboard.subscriptions')}
          series={[t('dashboard.subscriptions')]}
          points={withNews(pointsOf((each) => each.subscriptions))}
          summary={
            subscriptions &&
            counted(
              t('dashboard.subscriptions.figure', {
                count: subscriptions.active,
                number: format.number(subscriptions.active),
              }),
              subscriptions.active,
              subscriptions.active_before,
            )
          }
          formatValue={format.number}
          empty={t('dashboard.subscriptions.empty')}
        />
      )}
      {showsUsers && (
        <TimeChart
          {...shared}
          kind="bars"
          title={t('dashboard.images')}
          series={[t('dashboard.images')]}
          points={withNews(pointsOf((each) => each.images))}
          summary={
            images &&
            counted(
              t('dashboard.images.figure', { count: images.count, number: format.number(images.count) }),
              images.count,
              images.before,
            )
          }
          formatValue={format.number}
          empty={t('dashboard.images.empty')}
        />
      )}
      {showsRevenue &&
        (currencies.length > 0 ? (
          currencies.map(({ currency, amount_minor: amount, before }) => (
            <TimeChart
              {...shared}
              key={currency}
              kind="bars"
              title={t('dashboard.revenue', { currency })}
              series={[t('dashboard.revenue', { currency })]}
              points={withNews(pointsOf((each) => each.revenue?.[currency] ?? (each.revenue && 0)))}
              summary={compared(
                format.money(amount, currency),
                amount - before,
                format.money(Math.abs(amount - before), currency),
              )}
              formatValue={(value) => format.money(value, currency)}
              formatAxis={(value) => format.compactMoney(value, currency)}
              empty={t('dashboard.revenue.empty')}
            />
          ))
        ) : (
          <TimeChart
            {...shared}
            title={t('dashboard.revenue.none')}
            series={[]}
            points={[]}
            formatValue={format.number}
            empty={t('dashboard.revenue.empty')}
          />
        ))}
      {showsUsers && (
        <TimeChart
          {...shared}
          kind="bars"
          title={t('dashboard.errors')}
          series={[t('dashboard.errors')]}
          points={withNews(pointsOf((each) => each.errors))}
          summary={
            errors &&
            counted(
              t('dashboard.errors.figure', { count: errors.count, number: format.number(errors.count) }),
              errors.count,
              errors.before,
            )
          }
          formatValue={format.number}
          empty={t('dashboard.errors.empty')}
        />
      )}
    </>
  );
}
