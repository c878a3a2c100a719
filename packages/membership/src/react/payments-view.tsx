import { majorUnits } from '@isola/i18n';
import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { SegmentedControl } from '@isola/ui/segmented-control';
import { Download, Receipt } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Part } from '../api/membership-api.ts';
import type { Payment } from '../api/schemas.ts';
import { Failure } from './failure.tsx';
import { SignInFirst } from './manage-view.tsx';
import { useMembership } from './membership-context.tsx';
import { useChange } from './use-ask.ts';
import { useFormat } from './use-format.ts';
import { usePart } from './use-part.ts';

const groups = {
  all: undefined,
  paid: ['succeeded', 'partially_refunded'],
  refunded: ['partially_refunded', 'refunded'],
  open: ['pending', 'failed', 'disputed'],
} as const satisfies Record<string, readonly Payment['status'][] | undefined>;
type Group = keyof typeof groups;
const groupIds = Object.keys(groups) as Group[];

const tones = {
  pending: 'neutral',
  succeeded: 'success',
  failed: 'danger',
  partially_refunded: 'warning',
  refunded: 'warning',
  disputed: 'danger',
} as const satisfies Record<Payment['status'], string>;

/** How many rows of a saved file are asked for at once. */
const savedAtOnce = 1000;

/** The member's own payments: filtered, sorted, and saved as a file. */
export function PaymentsView() {
  const { t } = useTranslation('membership');
  const { api, isSignedIn, saveTable } = useMembership();
  const format = useFormat();
  const [group, setGroup] = useState<Group>('all');
  const statuses: readonly Payment['status'][] | undefined = groups[group];
  const { rows, error, state, retry, paging } = usePart(
    ['payments', group],
    (part, signal) => api.payments({ ...part, statuses }, signal),
    isSignedIn,
  );
  const saving = useChange(async () => {
    const all = await allOf((part) => api.payments({ ...part, statuses }, new AbortController().signal));
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
          segments={groupIds.map((value) => ({ value, label: t(`payments.filter.${value}`) }))}
          value={group}
          onValueChange={(value) => setGroup(value)}
        />
        {rows.length > 0 && (
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
        rows={rows}
        {...paging}
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

async function allOf<Row>(ask: (part: Part) => Promise<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (;;) {
    // Each part begins where the one before ended.
    const part = await ask({ offset: all.length, limit: savedAtOnce });
    all.push(...part);
    if (part.length < savedAtOnce) return all;
  }
}
