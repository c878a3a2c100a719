import { formatPercent, type Locale } from '@isola/i18n';
import type { TFunction } from 'i18next';

import type { Invoice } from '../api/schemas.ts';
import { formatsFor } from '../format.ts';
import { planName } from '../plan-name.ts';

/** Texts of an invoice in the reader's language, with numbers and dates in its formats. */
export interface InvoiceWords {
  /** Heading, such as "Invoice 2026-000001". */
  readonly title: string;
  /** Mark at the top of each page of a void invoice; undefined for a valid one. */
  readonly mark?: string | undefined;
  /** Labels and values: the date, the period, the invoice that is corrected. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly seller: Party;
  readonly buyer: Party;
  readonly columns: readonly [what: string, amount: string];
  readonly lines: readonly (readonly [what: string, amount: string])[];
  /** The sums below the lines; the last one is the total. */
  readonly sums: readonly (readonly [label: string, amount: string])[];
}

export interface Party {
  readonly label: string;
  readonly lines: readonly string[];
}

/**
 * Returns the texts of an invoice or a credit note in one language.
 * @param t translates keys of the bundle `membership`.
 */
export function invoiceWords(invoice: Invoice, locale: Locale, t: TFunction<'membership'>): InvoiceWords {
  const format = formatsFor(locale);
  const period = (from: unknown, to: unknown) =>
    typeof from === 'string' && typeof to === 'string'
      ? t('document.period.value', { from: format.utcDate(from), to: format.utcDate(to) })
      : undefined;
  const { amount_minor: amount, tax_minor: tax, tax_rate: rate, tax_name: taxName, currency, lines } = invoice;
  const money = (minor: unknown) => format.exactMoney(typeof minor === 'number' ? minor : 0, currency);
  const whole = period(invoice.period_start, invoice.period_end);
  const corrects = lines.map((line) => line['corrects']).find((each) => typeof each === 'string');
  return {
    title: t(`document.title.${invoice.kind}`, { number: invoice.number }),
    mark: invoice.status === 'void' ? t('invoices.void') : undefined,
    facts: [
      [t('invoices.issued'), format.utcDate(invoice.issued_at)],
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
      const plan = typeof line['plan_id'] === 'string' ? planName(t, line['plan_id']) : '–';
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
                rate: formatPercent(locale, rate / 10_000, 2),
              }),
              money(tax),
            ],
          ] as const)
        : []),
      [t('document.total'), money(amount)],
    ],
  };
}

/** Returns the lines of these text fields. Empty and missing fields are left out. */
function texts(party: Readonly<Record<string, unknown>>, ...fields: readonly string[]): string[] {
  return fields.flatMap((field) => {
    const value = party[field];
    return typeof value === 'string' && value.trim() !== '' ? value.split('\n').map((line) => line.trim()) : [];
  });
}
