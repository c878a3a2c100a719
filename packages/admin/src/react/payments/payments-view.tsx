import { saveCsv } from '@isola/files/csv';
import { majorUnits } from '@isola/i18n';
import { mutationDefaults, queryState } from '@isola/membership/react';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Receipt } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { Filter } from '../../api/admin-api.ts';
import { type Payment, paymentStatuses } from '../../api/schemas.ts';
import { useAdmin } from '../admin-context.tsx';
import { adminQueries } from '../admin-queries.ts';
import { Failure } from '../failure.tsx';
import { Guarded } from '../guarded.tsx';
import { ChoiceFilter, FilterBar, TextFilter } from '../filter-bar.tsx';
import { usePageRequest, usePaging } from '../use-paging.ts';
import { useFormat } from '../use-format.ts';
import { usePaymentColumns } from './payment-columns.tsx';

/** Page with the payments of all users. It requires the permission `payments.read`. */
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
  const { data, error, state, retry } = queryState(useQuery(adminQueries(api).payments(request)));
  const paging = usePaging(data, t('payments.pages'));
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
        status={
          rows.length > 0 && t(data?.next ? 'paging.more' : 'paging.shown', { number: format.number(rows.length) })
        }
        {...paging}
      />
    </>
  );
}

/** Largest page that the database returns. */
const exportPageSize = 200;
/** Largest number of rows in a file, which common spreadsheet programs still open. */
const maxExportedRows = 50_000;

/** Fetches all payments that match the filter, page by page, and saves them as a CSV file. */
function ExportButton({ filter }: { filter: Filter }) {
  const { t } = useTranslation('admin');
  const { api } = useAdmin();
  const saving = useMutation({
    ...mutationDefaults,
    async mutationFn() {
      const rows: Payment[] = [];
      let after: Parameters<typeof api.payments>[0]['after'];
      do {
        const page = await api.payments({ filter, after, pageSize: exportPageSize }, new AbortController().signal);
        rows.push(...page.rows);
        after = page.next ?? undefined;
      } while (after !== undefined && rows.length < maxExportedRows);
      const table = [
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
      ];
      saveCsv(table, 'payments.csv');
    },
  });
  return (
    <>
      <Button loading={saving.isPending} onClick={() => saving.mutate()} className="pointer-coarse:h-11">
        <Download aria-hidden />
        {t('export.csv')}
      </Button>
      {saving.error && (
        <div className="w-full">
          <Failure error={saving.error} retry={() => saving.mutate()} />
        </div>
      )}
    </>
  );
}
