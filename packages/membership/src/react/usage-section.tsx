import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { TimeChart } from '@isola/ui/time-chart';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Membership, UsageDay } from '../api/schemas.ts';
import { Failure } from './failure.tsx';
import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';
import { queryState } from './query-state.ts';
import { useFormat } from './use-format.ts';

const kinds = ['device', 'ai', 'api'] as const;
const shownDays = 90;
const dayMs = 86_400_000;

/**
 * Shows the usage of today, of this month and of the last ninety days, and what is left. Days and limits are in UTC.
 */
export function UsageSection({ membership: { plan, usage } }: { membership: Membership }) {
  const { t } = useTranslation('membership');
  const { api } = useMembership();
  const format = useFormat();
  const { data, error, state, retry } = queryState(useQuery(membershipQueries(api).usage(shownDays)));
  const limits = {
    device: { today: null, month: null },
    ai: { today: plan.ai_images_per_day, month: plan.ai_images_per_month },
    api: { today: null, month: plan.api_images_per_month },
  } as const;
  const used = (kind: (typeof kinds)[number], span: 'today' | 'month') => {
    const limit = limits[kind][span];
    const count = usage[kind][span];
    if (limit === null) return t('usage.unlimited', { count: format.number(count) });
    return t('usage.limited', {
      count: format.number(count),
      limit: format.number(limit),
      left: format.number(Math.max(0, limit - count)),
    });
  };
  const points = data && daily(data);
  const total = points?.reduce((sum, { values }) => sum + values.reduce((all, each) => all + each, 0), 0) ?? 0;
  return (
    <section aria-labelledby="usage">
      <h2 id="usage" className="text-22 font-semibold">
        {t('usage.title')}
      </h2>
      <p className="mt-2 text-soft">{t('usage.text')}</p>
      <div className="mt-4">
        <Table caption={t('usage.title')} captionHidden>
          <TableHead>
            <TableRow>
              <TableHeader>{t('usage.kind')}</TableHeader>
              <TableHeader>{t('usage.today')}</TableHeader>
              <TableHeader>{t('usage.month')}</TableHeader>
            </TableRow>
          </TableHead>
          <TableBody>
            {kinds.map((kind) => (
              <TableRow key={kind} data-kind={kind}>
                <TableHeader scope="row" className="whitespace-normal!">
                  {t(`usage.${kind}`)}
                </TableHeader>
                <TableCell data-span="today">{used(kind, 'today')}</TableCell>
                <TableCell data-span="month">{used(kind, 'month')}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <TimeChart
        className="mt-8"
        title={t('chart.title')}
        headingLevel={3}
        summary={t('chart.summary', { count: total, number: format.number(total) })}
        kind="bars"
        series={kinds.map((kind) => t(`usage.${kind}`))}
        points={total > 0 ? (points ?? []) : []}
        formatValue={format.number}
        formatAt={format.day}
        formatTick={format.shortDay}
        labels={{ at: t('chart.day'), table: t('chart.table') }}
        state={state === 'failed' ? 'failed' : data ? 'ready' : 'loading'}
        empty={t('chart.empty')}
        failure={error && <Failure error={error} retry={retry} />}
      />
    </section>
  );
}

/** Returns one point per day of the last ninety days, also for days without images. */
function daily(rows: readonly UsageDay[]) {
  const byDay = new Map<string, Record<UsageDay['kind'], number>>();
  for (const { day, kind, images } of rows) {
    const counts = byDay.get(day) ?? { device: 0, ai: 0, api: 0 };
    byDay.set(day, { ...counts, [kind]: images });
  }
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  return Array.from({ length: shownDays }, (_, index) => {
    const at = new Date(today - (shownDays - 1 - index) * dayMs);
    const counts = byDay.get(at.toISOString().slice(0, 10));
    return { at, values: kinds.map((kind) => counts?.[kind] ?? 0) };
  });
}
