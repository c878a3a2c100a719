import { formatCurrency, formatDate, formatNumber, languageTag, type Locale } from '@isola/i18n';
import type { TFunction } from 'i18next';

/** How a language writes numbers, money and days, and what plans are called in it. */
export function formatFor(locale: Locale, t: TFunction<'membership'>) {
  const tag = languageTag(locale);
  return {
    number: (value: number) => formatNumber(locale, value),
    /** @param minor in the currency's smallest unit. */
    money: (minor: number, currency: string) => formatCurrency(locale, toMajor(minor, currency), currency),
    /** With all its decimals, as sums stand below each other. @param minor in the currency's smallest unit. */
    exactMoney: (minor: number, currency: string) =>
      new Intl.NumberFormat(tag, { style: 'currency', currency }).format(toMajor(minor, currency)),
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

/** 1234 fen are 12.34 yuan; 1234 yen are 1234 yen. */
export function toMajor(minor: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}
