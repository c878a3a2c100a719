import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { useQuery } from '@tanstack/react-query';
import { Download, Receipt } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { Invoice } from '../api/schemas.ts';
import { Failure } from './failure.tsx';
import { useMembership } from './membership-context.tsx';
import { membershipQueries } from './membership-queries.ts';
import { queryState } from './query-state.ts';
import { useChange } from './use-change.ts';
import { useFormat } from './use-format.ts';
import { useInvoicePdf } from './use-invoice-pdf.ts';
import { useOffsetPages } from './use-offset-pages.ts';

/** Table of the member's invoices and credit notes. Each can be saved as a PDF, which is written on this device. */
export function InvoicesSection() {
  const { t } = useTranslation('membership');
  const { api, saveFile } = useMembership();
  const writeInvoice = useInvoicePdf();
  const format = useFormat();
  const { part, tableProps } = useOffsetPages();
  const { data, error, state, retry } = queryState(useQuery(membershipQueries(api).invoices(part)));
  const saving = useChange(async (invoice: Invoice) => {
    saveFile(`${invoice.number}.pdf`, await writeInvoice(invoice));
    return undefined;
  });
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className="text-22 font-semibold">
        {t('invoices.title')}
      </h2>
      <div className="mt-4">
        <DataTable<Invoice>
          caption={t('invoices.title')}
          captionHidden
          columns={[
            {
              // The button is in the first column because that one stays in sight on a phone.
              id: 'number',
              header: t('invoices.number'),
              cell: (invoice) => (
                <Button
                  size="sm"
                  loading={saving.isPending && saving.input?.id === invoice.id}
                  onClick={() => saving.run(invoice)}
                  aria-label={t('invoices.download', { number: invoice.number })}
                  className="tabular-nums pointer-coarse:h-11"
                >
                  <Download aria-hidden />
                  {invoice.number}
                </Button>
              ),
            },
            {
              id: 'issued',
              header: t('invoices.issued'),
              cell: ({ issued_at: at }) => <span className="whitespace-nowrap">{format.utcDate(at)}</span>,
            },
            {
              id: 'amount',
              header: t('invoices.amount'),
              numeric: true,
              // A credit note returns money, so its amount is negative.
              cell: ({ kind, amount_minor: amount, currency }) =>
                format.money(kind === 'credit-note' ? -amount : amount, currency),
            },
            {
              id: 'kind',
              header: t('invoices.kind'),
              cell: ({ kind, status }) => (
                <span className="flex flex-wrap items-center gap-2">
                  {t(`invoices.kind.${kind}`)}
                  {status === 'void' && <Badge tone="warning">{t('invoices.void')}</Badge>}
                </span>
              ),
            },
          ]}
          {...tableProps(data)}
          rowId={({ id }) => id}
          state={state}
          failure={error && <Failure error={error} retry={retry} />}
          empty={
            <EmptyState figure={<Receipt />} headingLevel={3} title={t('invoices.empty')} className="py-4">
              {t('invoices.emptyText')}
            </EmptyState>
          }
        />
      </div>
      {saving.error && (
        <div className="mt-4">
          <Failure error={saving.error} />
        </div>
      )}
    </section>
  );
}
