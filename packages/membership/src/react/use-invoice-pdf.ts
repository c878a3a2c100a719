import { formatPercent, languageTag } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import type { Invoice } from '../api/schemas.ts';
import { MembershipError } from '../api/membership-error.ts';
import type { InvoiceWords } from '../invoice/write-invoice-pdf.ts';
import { useMembership } from './membership-context.tsx';
import { useFormat } from './use-format.ts';

/** @returns a function that writes an invoice in the reader's language. What it takes is fetched with the first one. */
export function useInvoicePdf(): (invoice: Invoice) => Promise<Blob> {
  const { t } = useTranslation('membership');
  const { locale, loadInvoiceFonts } = useMembership();
  const format = useFormat();
  const period = (from: unknown, to: unknown) =>
    typeof from === 'string' && typeof to === 'string'
      ? t('document.period.value', { from: format.invoiceDay(from), to: format.invoiceDay(to) })
      : undefined;
  const wordsOf = (invoice: Invoice): InvoiceWords => {
    const { amount_minor: amount, tax_minor: tax, tax_rate: rate, tax_name: taxName, currency, lines } = invoice;
    const money = (minor: unknown) => format.money(typeof minor === 'number' ? minor : 0, currency);
    const whole = period(invoice.period_start, invoice.period_end);
    const corrects = lines.map((line) => line['corrects']).find((each) => typeof each === 'string');
    return {
      title: t(`document.title.${invoice.kind}`, { number: invoice.number }),
      mark: invoice.status === 'void' ? t('invoices.void') : undefined,
      facts: [
        [t('invoices.issued'), format.invoiceDay(invoice.issued_at)],
        ...(whole === undefined ? [] : [[t('document.period'), whole] as const]),
        ...(typeof corrects === 'string' ? [[t('document.corrects'), corrects] as const] : []),
      ],
      seller: {
        label: t('document.seller'),
        lines: [
          ...texts(invoice.seller, 'name', 'address', 'email'),
          ...texts(invoice.seller, 'tax_id').map((id) => t('document.taxId', { id })),
        ],
      },
      buyer: { label: t('document.buyer'), lines: texts(invoice.buyer, 'name', 'username', 'address', 'email') },
      columns: [t('document.what'), t('invoices.amount')],
      lines: lines.map((line) => {
        const plan = typeof line['plan_id'] === 'string' ? format.plan(line['plan_id']) : '–';
        const span = period(line['period_start'], line['period_end']);
        return [span === undefined ? plan : t('document.line', { plan, period: span }), money(line['amount_minor'])];
      }),
      sums: [
        ...(rate > 0
          ? ([
              [t('document.net'), money(amount - tax)],
              [
                t('document.tax', {
                  name: taxName ?? t('document.taxName'),
                  rate: formatPercent(locale, rate / 10_000),
                }),
                money(tax),
              ],
            ] as const)
          : []),
        [t('document.total'), money(amount)],
      ],
    };
  };
  return async (invoice) => {
    const [{ writeInvoicePdf }, fonts] = await Promise.all([
      import('../invoice/write-invoice-pdf.ts'),
      loadInvoiceFonts(),
    ]).catch((cause: unknown) => {
      throw new MembershipError('network', 'What writes the file could not be fetched', { cause });
    });
    const pdf = await writeInvoicePdf(invoice, {
      fonts,
      languageTag: languageTag(locale),
      words: wordsOf(invoice),
      load: loadFont,
    });
    return new Blob([pdf], { type: 'application/pdf' });
  };
}

async function loadFont(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new MembershipError('network', 'A font could not be fetched', { cause });
  });
  if (!response.ok) throw new MembershipError('network', `A font could not be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The texts of these fields, each of their lines by itself. */
function texts(party: Readonly<Record<string, unknown>>, ...fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const value = party[field];
    return typeof value === 'string' && value.trim() !== '' ? value.split('\n').map((line) => line.trim()) : [];
  });
}
