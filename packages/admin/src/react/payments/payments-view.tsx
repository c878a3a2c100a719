import { majorUnits } from '@isola/i18n';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { Download, Receipt } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Filter } from '../../api/admin-api.ts';
import { type Payment, paymentStatuses } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { Failure, Guarded } from '../failure.tsx';
import { ChoiceFilter, FilterBar, TextFilter } from '../filter-bar.tsx';
import { saveCsv } from '../save-csv.ts';
import { useAsk, usePageRequest, usePaging } from '../use-ask.ts';
import { useFormat } from '../use-format.ts';
import { usePaymentColumns } from './payment-columns.tsx';

/** Everyone's payments, for administrators with `payments.read`. */
export function PaymentsView() {
  return (
    <Guarded permission="payments.read">
      <PaymentList />
    </Guarded>
  );
}

function PaymentList() {
  const { t } = useTranslation('admin');
  const { api, search } = useAdmin();
  const format = useFormat();
  const filter = { search: search['q'], status: search['status'], from: search['from'], to: search['to'] };
  const request = { ...usePageRequest(), filter };
  const { data, error, state, retry } = useAsk(['payments', request], (signal) => api.payments(request, signal));
  const paging = usePaging(data);
  const columns = usePaymentColumns(true);
  const rows = data?.rows ?? [];
  return (
    <>
      <FilterBar>
        <TextFilter name="q" label={t('payments.search')} />
        <ChoiceFilter
          name="status"
          label={t('users.state')}
          all={t('filter.all')}
          choices={[...paymentStatuses, 'refund_due' as const].map((each) => [each, t(`payments.status.${each}`)])}
        />
        <TextFilter name="from" type="date" label={t('filter.from')} />
        <TextFilter name="to" type="date" label={t('filter.to')} />
        <ExportButton filter={filter} />
      </FilterBar>
      <DataTable
        caption={t('payments.caption')}
        captionHidden
        dense
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        state={state}
        failure={error && <Failure error={error} retry={retry} />}
        empty={
          <EmptyState figure={<Receipt />} headingLevel={2} title={t('payments.empty')} className="py-4">
            {t('payments.emptyText')}
          </EmptyState>
        }
        labels={{ paging: t('payments.pages'), previous: t('paging.previous'), next: t('paging.next') }}
        status={
          rows.length > 0 && t(data?.next ? 'paging.more' : 'paging.shown', { number: format.number(rows.length) })
        }
        {...paging}
      />
    </>
  );
}

/** The largest page that the database gives. */
const exportPageSize = 200;
/** A file that a spreadsheet opens without trouble. */
const maxExportedRows = 50_000;

/** Fetches every payment that the filter leaves, page by page, and saves them as a file. */
function ExportButton({ filter }: { filter: Filter }) {
  const { t } = useTranslation('admin');
  const { api } = useAdmin();
  const [error, setError] = useState<Error>();
  const [isWorking, setWorking] = useState(false);
  const save = async () => {
    setWorking(true);
    setError(undefined);
    try {
      const rows: Payment[] = [];
      let after: Parameters<typeof api.payments>[0]['after'];
      do {
        const page = await api.payments({ filter, after, pageSize: exportPageSize }, new AbortController().signal);
        rows.push(...page.rows);
        after = page.next ?? undefined;
      } while (after !== undefined && rows.length < maxExportedRows);
      saveCsv('payments.csv', [
        [
          'id',
          'created_at',
          'paid_at',
          'email',
          'plan',
          'status',
          'refund_due',
          'refund_reason',
          'amount',
          'refunded',
          'currency',
          'provider',
          'reference',
        ],
        ...rows.map((row) => [
          row.id,
          row.created_at,
          row.paid_at,
          row.email,
          row.plan_id,
          row.status,
          row.refund_due ? 'yes' : '',
          row.refund_reason,
          majorUnits(row.amount_minor, row.currency),
          majorUnits(row.refunded_minor, row.currency),
          row.currency,
          row.provider,
          row.provider_payment_id,
        ]),
      ]);
    } catch (failure) {
      setError(failure as Error);
    } finally {
      setWorking(false);
    }
  };
  return (
    <>
      <Button loading={isWorking} onClick={() => void save()} className="pointer-coarse:h-11">
        <Download aria-hidden />
        {t('export.csv')}
      </Button>
      {error && (
        <div className="w-full">
          <Failure error={error} retry={() => void save()} />
        </div>
      )}
    </>
  );
}
