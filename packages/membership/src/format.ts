import {
  formatCurrency,
  formatDate,
  formatDateTime,
  formatNumber,
  formatPercent,
  languageTag,
  type Locale,
  majorUnits,
} from '@isola/i18n';

/** Text of a missing value in a table. */
const missing = '–';

/**
 * Returns the formats of one language for pages about accounts and money. Times are given in ISO 8601, amounts in the
 * currency's smallest unit.
 */
export function formatsFor(locale: Locale): Formats {
  const known = cache.get(locale) ?? createFormats(locale);
  cache.set(locale, known);
  return known;
}

export type Formats = ReturnType<typeof createFormats>;

/** One entry per language. Making an `Intl` format takes longer than using it. */
const cache = new Map<Locale, Formats>();

function createFormats(locale: Locale) {
  const inUtc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(languageTag(locale), { timeZone: 'UTC', ...options });
    return (at: Date) => format.format(at);
  };
  const money = (style?: 'compact' | 'exact') => (minor: number, currency: string) =>
    formatCurrency(locale, majorUnits(minor, currency), currency, style);
  return {
    number: (value: number) => formatNumber(locale, value),
    /** @param fraction 0…1. */
    percent: (fraction: number, maximumFractionDigits?: number) =>
      formatPercent(locale, fraction, maximumFractionDigits),
    money: money(),
    /** A short amount for the axis of a chart: `¥1.2M`. */
    compactMoney: money('compact'),
    /** An amount with all decimals, for sums that are written below each other. */
    exactMoney: money('exact'),
    /** The day in the reader's time zone. */
    date: (at: string) => formatDate(locale, new Date(at)),
    /** The day in UTC, by which the database counts days and numbers invoices. */
    utcDate: (at: string | null) => (at === null ? missing : formatDate(locale, new Date(at), 'UTC')),
    dateTime: (at: string | Date | null) => (at === null ? missing : formatDateTime(locale, new Date(at))),
    time: (at: Date | number) => new Intl.DateTimeFormat(languageTag(locale), { timeStyle: 'short' }).format(at),
    day: inUtc({ dateStyle: 'long' }),
    shortDay: inUtc({ day: 'numeric', month: 'short' }),
    month: inUtc({ month: 'long', year: 'numeric' }),
    shortMonth: inUtc({ month: 'short', year: '2-digit' }),
  };
}
