import { Badge } from '@isola/ui/badge';
import { Button } from '@isola/ui/button';
import { DataTable } from '@isola/ui/data-table';
import { EmptyState } from '@isola/ui/empty-state';
import { Download, Receipt } from 'lucide-react';
import { useTranslation } from 'react-i18next';

import type { Invoice } from '../api/schemas.ts';
import { Failure } from './failure.tsx';
import { useMembership } from './membership-context.tsx';
import { useChange } from './use-ask.ts';
import { useFormat } from './use-format.ts';
import { useInvoicePdf } from './use-invoice-pdf.ts';
import { usePart } from './use-part.ts';

/** The member's invoices and credit notes, each to be saved as a PDF that is written on this device. */
export function InvoicesSection() {
  const { t } = useTranslation('membership');
  const { api, saveFile } = useMembership();
  const writeInvoice = useInvoicePdf();
  const format = useFormat();
  const { rows, error, state, retry, paging } = usePart(['invoices'], api.invoices);
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
              // In the first column, which stays in sight on a phone.
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
              cell: ({ issued_at: at }) => <span className="whitespace-nowrap">{format.invoiceDay(at)}</span>,
            },
            {
              id: 'amount',
              header: t('invoices.amount'),
              numeric: true,
              // What a credit note gives back, it takes from the sum.
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
          rows={rows}
          {...paging}
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
