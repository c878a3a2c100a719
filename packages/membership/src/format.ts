import { formatCurrency, formatDate, formatNumber, languageTag, type Locale, majorUnits } from '@isola/i18n';
import type { TFunction } from 'i18next';

/** How a language writes numbers, money and days, and what plans are called in it. */
export function formatFor(locale: Locale, t: TFunction<'membership'>) {
  const tag = languageTag(locale);
  return {
    number: (value: number) => formatNumber(locale, value),
    /** @param minor in the currency's smallest unit. */
    money: (minor: number, currency: string) => formatCurrency(locale, majorUnits(minor, currency), currency),
    /** With all its decimals, as sums stand below each other. @param minor in the currency's smallest unit. */
    exactMoney: (minor: number, currency: string) =>
      formatCurrency(locale, majorUnits(minor, currency), currency, 'exact'),
    date: (at: string) => formatDate(locale, new Date(at)),
    /** Of an invoice: the day of UTC, by whose years invoices are numbered, wherever the reader is. */
    invoiceDay: (at: string) => formatDate(locale, new Date(at), 'UTC'),
    day: (at: Date) => new Intl.DateTimeFormat(tag, { timeZone: 'UTC', dateStyle: 'long' }).format(at),
    shortDay: (at: Date) =>
      new Intl.DateTimeFormat(tag, { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(at),
    time: (atMs: number) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(atMs),
    /** A plan that the operator added is named by its id. */
    plan: (id: string) => (id === 'free' || id === 'member' ? t(`plan.${id}.name`) : id),
  };
}
