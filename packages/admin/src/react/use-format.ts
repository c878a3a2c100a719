import {
  formatCurrency,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  languageTag,
  majorUnits,
} from '@isola/i18n';

import { useAdmin } from './admin-context.tsx';

/** How the reader writes numbers, money and times. Days and months are UTC, as the database counts them. */
export function useFormat() {
  const { locale } = useAdmin();
  const tag = languageTag(locale);
  const utc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options });
    return (at: Date) => format.format(at);
  };
  return {
    number: (value: number) => formatNumber(locale, value),
    percent: (fraction: number) => formatPercent(locale, fraction),
    /** @param minor in the currency's smallest unit. */
    money: (minor: number, currency: string) => formatCurrency(locale, majorUnits(minor, currency), currency),
    moneyShort: (minor: number, currency: string) =>
      formatCurrency(locale, majorUnits(minor, currency), currency, 'compact'),
    dateTime: (at: string | null) => (at === null ? '–' : formatDateTime(locale, new Date(at))),
    date: (at: string | null) => (at === null ? '–' : formatDate(locale, new Date(at), 'UTC')),
    day: utc({ dateStyle: 'long' }),
    shortDay: utc({ day: 'numeric', month: 'short' }),
    month: utc({ month: 'long', year: 'numeric' }),
    shortMonth: utc({ month: 'short', year: '2-digit' }),
    hour: (at: Date) => formatDateTime(locale, at),
    shortHour: (at: Date) => new Intl.DateTimeFormat(tag, { timeStyle: 'short' }).format(at),
  };
}
