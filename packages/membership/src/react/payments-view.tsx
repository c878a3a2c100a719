import { majorUnits } from '@isola/i18n';
import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { useQuery } from '@tanstack/react-query';
import { Download, Receipt } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Part } from '../api/membership-api.ts';
import type { Payment } from '../api/schemas.ts';
import { Failure } from './failure.tsx';
import { SignInFirst } from './manage-view.tsx';
import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';
import { queryState } from './query-state.ts';
import { useChange } from './use-change.ts';
import { useFormat } from './use-format.ts';
import { useOffsetPages } from './use-offset-pages.ts';

const groups = ['all', 'paid', 'refunded', 'open'] as const;
type Group = (typeof groups)[number];

/** Statuses of each group; undefined stands for all of them. */
const statusesOf: Readonly<Record<Group, readonly Payment['status'][] | undefined>> = {
  all: undefined,
  paid: ['succeeded', 'partially_refunded'],
  refunded: ['partially_refunded', 'refunded'],
  open: ['pending', 'failed', 'disputed'],
};

const tones = {
  pending: 'neutral',
  succeeded: 'success',
  failed: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
  disputed: 'danger',
} as const satisfies Record<Payment['status'], string>;

/** Number of rows that are fetched at once for the CSV file. */
const savedAtOnce = 1000;

/** Page with the member's own payments, which can be filtered and saved as a CSV file. */
export function PaymentsView() {
  const { t } = useTranslation('membership');
  const { api, isSignedIn, saveTable } = useMembership();
  const format = useFormat();
  const [group, setGroup] = useState<Group>('all');
  const statuses = statusesOf[group];
  const { part, reset, tableProps } = useOffsetPages();
  const { data, error, state, retry } = queryState(
    useQuery({ ...membershipQueries(api).payments({ ...part, statuses }), enabled: isSignedIn }),
  );
  const table = tableProps(data);
  const saving = useChange(async () => {
    const all = await fetchAll((part) => api.payments({ ...part, statuses }, new AbortController().signal));
    await saveTable('payments.csv', [
      ['id', 'created_at', 'paid_at', 'plan', 'status', 'amount', 'refunded', 'currency', 'provider'],
      ...all.map((row) => [
        row.id,
        row.created_at,
        row.paid_at,
        row.plan_id,
        row.status,
        majorUnits(row.amount_minor, row.currency),
        majorUnits(row.refunded_minor, row.currency),
        row.currency,
        row.provider,
      ]),
    ]);
    return undefined;
  });
  if (!isSignedIn) return <SignInFirst />;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <SegmentedControl
          label={t('payments.filter')}
          segments={groups.map((value) => ({ value, label: t(`payments.filter.${value}`) }))}
          value={group}
          onValueChange={(value) => {
            setGroup(value);
            reset();
          }}
        />
        {table.rows.length > 0 && (
          <Button loading={saving.isPending} onClick={() => saving.run(undefined)}>
            <Download aria-hidden />
            {t('payments.export')}
          </Button>
        )}
      </div>
      {saving.error && <Failure error={saving.error} />}
      <DataTable<Payment>
        caption={t('payments.caption')}
        captionHidden
        columns={[
          { id: 'date', header: t('payments.date'), cell: ({ created_at: at }) => format.date(at) },
          {
            id: 'plan',
            header: t('payments.plan'),
            cell: ({ plan_id: plan }) => (plan === null ? '–' : format.plan(plan)),
          },
          {
            id: 'status',
            header: t('payments.state'),
            cell: ({ status }) => <Badge tone={tones[status]}>{t(`payments.status.${status}`)}</Badge>,
          },
          {
            id: 'amount',
            header: t('payments.amount'),
            numeric: true,
            cell: ({ amount_minor: amount, currency }) => format.money(amount, currency),
          },
          {
            id: 'refunded',
            header: t('payments.refunded'),
            numeric: true,
            cell: ({ refunded_minor: amount, currency }) => (amount === 0 ? '–' : format.money(amount, currency)),
          },
        ]}
        {...table}
        rowId={({ id }) => id}
        state={state}
        failure={error && <Failure error={error} retry={retry} />}
        empty={
          <EmptyState figure={<Receipt />} headingLevel={2} title={t('payments.empty')} className="py-4">
            {t('payments.emptyText')}
          </EmptyState>
        }
      />
    </>
  );
}

/** Fetches all rows of a list, part by part. */
async function fetchAll<Row>(fetchPart: (part: Part) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (;;) {
    const part = await fetchPart({ offset: all.length, limit: savedAtOnce });
    all.push(...part);
    if (part.length < savedAtOnce) return all;
  }
}
