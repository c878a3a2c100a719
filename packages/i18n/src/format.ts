import { languageTag, type Locale } from './locales.ts';

const bytesPerMegabyte = 1_000_000;

/**
 * Formats megabytes with one decimal. A megabyte has 1,000,000 bytes, as in browsers and shops: 10 000 000 bytes are
 * `10.0 MB`.
 */
export function formatMegabytes(locale: Locale, bytes: number): string {
  return numbers(locale, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / bytesPerMegabyte);
}

/** Formats a file size in bytes, kilobytes or megabytes, whichever needs few digits. */
export function formatBytes(locale: Locale, bytes: number): string {
  if (bytes >= bytesPerMegabyte) return formatMegabytes(locale, bytes);
  const [value, unit] = bytes >= 1000 ? [bytes / 1000, 'kilobyte'] : [bytes, 'byte'];
  return numbers(locale, { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** Formats seconds with one decimal in the language's narrow form: `1.4s`, `1.4秒`. */
export function formatSeconds(locale: Locale, durationMs: number): string {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = numbers(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow', ...oneDecimal });
  return seconds.format(durationMs / 1000);
}

/** Formats an estimated duration: in steps of five seconds below 90 s, in minutes below 90 min, then in hours. */
export function formatDuration(locale: Locale, durationMs: number): string {
  const seconds = durationMs / 1000;
  const [value, unit] =
    seconds < 90
      ? [Math.max(5, Math.round(seconds / 5) * 5), 'second']
      : seconds < 90 * 60
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3600), 'hour'];
  return numbers(locale, { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** Formats a fraction as a percentage, by default without decimals. @param fraction 0…1. */
export function formatPercent(locale: Locale, fraction: number, maximumFractionDigits = 0): string {
  return numbers(locale, { style: 'percent', maximumFractionDigits }).format(fraction);
}

/**
 * Formats a number with the language's grouping: `12,345`, `12.345`, `12 345`.
 * @param fractionDigits number of decimals, zeros included. Without it, as many as the value has, at most three.
 */
export function formatNumber(locale: Locale, value: number, fractionDigits?: number): string {
  const options = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  return numbers(locale, fractionDigits === undefined ? undefined : options).format(value);
}

const moneyStyles = {
  /** No decimals when the amount is a whole number: `¥0`, `€9.50`. */
  short: { trailingZeroDisplay: 'stripIfInteger' },
  /** All decimals, for sums in a column: `€9.00`. */
  exact: {},
  /** For an axis: `¥1.2M`. */
  compact: { currencyDisplay: 'narrowSymbol', notation: 'compact', maximumFractionDigits: 1 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

/**
 * Formats an amount of money as readers of the language write it. Its spaces are no-break spaces.
 * @param currency ISO 4217.
 */
export function formatCurrency(
  locale: Locale,
  amount: number,
  currency: string,
  style: keyof typeof moneyStyles = 'short',
): string {
  const currencyDisplay = isWritten(locale, currency) ? 'symbol' : 'code';
  return numbers(locale, { style: 'currency', currency, currencyDisplay, ...moneyStyles[style] }).format(amount);
}

/**
 * Checks whether the symbol that CLDR uses for a currency is in common use. For the yuan and the yen CLDR has symbols
 * that nobody writes: `CN¥`, `JP¥`, and a `元` in front in Japanese.
 */
function isWritten(locale: Locale, currency: string): boolean {
  const parts = numbers(locale, { style: 'currency', currency }).formatToParts(0);
  return !/^([A-Z]{2}¥|元)$/.test(parts.find(({ type }) => type === 'currency')?.value ?? '');
}

/**
 * Converts an amount to the currency's main unit. @param minor amount in the smallest unit: 1234 fen are 12.34 yuan,
 * 1234 yen are 1234 yen.
 */
export function majorUnits(minor: number, currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return minor / 10 ** maximumFractionDigits;
}

/** Formats a day in words, `21 November 2026`, in the reader's time zone unless another is given. */
export function formatDate(locale: Locale, date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(languageTag(locale), { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(
    date,
  );
}

/** Formats a month in words, `November 2026`. The day of `date` is not shown; the date is read in UTC. */
export function formatMonth(locale: Locale, date: Date): string {
  const style = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(languageTag(locale), style).format(date);
}

/** Formats day and minute, short enough for a table. */
export function formatDateTime(locale: Locale, date: Date, timeZone?: string): string {
  const style = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(languageTag(locale), { ...style, ...(timeZone && { timeZone }) }).format(date);
}

/** Formats hour and minute: `14:32`. */
export function formatTime(locale: Locale, date: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(languageTag(locale), { timeStyle: 'short', ...(timeZone && { timeZone }) }).format(
    date,
  );
}

/** Formats several items in a sentence: `JPEG, PNG and WebP`, or `JPEG, PNG or WebP` for alternatives. */
export function formatList(locale: Locale, items: readonly string[], type: 'and' | 'or' = 'and'): string {
  const listType = type === 'and' ? 'conjunction' : 'disjunction';
  return new Intl.ListFormat(languageTag(locale), { type: listType }).format(items);
}

/** Units of relative time with their length in milliseconds, largest first. */
const timeUnits = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Formats how long ago something happened, in the largest unit that fits: `3 days ago`, `yesterday`; below a minute
 * `now`. Days are those of the reader's calendar. A time in the future was written before the device’s clock was set back, and counts as now.
 * @example
 * formatAge('en', new Date('2026-11-21T10:00:00Z'), new Date('2026-11-21T12:00:00Z')); // 2 hours ago
 */
export function formatAge(locale: Locale, date: Date, now = new Date()): string {
  const ageMs = Math.max(0, now.getTime() - date.getTime());
  const [unit, unitMs] = timeUnits.find(([, size]) => ageMs >= size) ?? ['second', Infinity];
  const relative = new Intl.RelativeTimeFormat(languageTag(locale), { numeric: 'auto' });
  const age = unit === 'day' ? daysBetween(date, now) : Math.trunc(ageMs / unitMs);
  return relative.format(-age, unit);
}

function daysBetween(earlier: Date, later: Date): number {
  // In UTC each day has 24 hours.
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return (dayOf(later) - dayOf(earlier)) / 86_400_000;
}

/**
 * Formatters by language and style. A table needs hundreds of numbers, and creating a formatter takes longer than using
 * it.
 */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numbers(locale: Locale, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(languageTag(locale), options);
  numberFormats.set(key, known);
  return known;
}
