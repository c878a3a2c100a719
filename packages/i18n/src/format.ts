import { languageTag, type Locale } from './locales.ts';

const bytesPerMegabyte = 1_000_000;

/** Megabytes with one decimal, as browsers and shops count them: 10 000 000 bytes are `10.0 MB`. */
export function formatMegabytes(locale: Locale, bytes: number): string {
  return numbers(locale, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes / bytesPerMegabyte);
}

/** A size of a file as a person reads it: bytes, kilobytes or megabytes, whichever gives few digits. */
export function formatBytes(locale: Locale, bytes: number): string {
  if (bytes >= bytesPerMegabyte) return formatMegabytes(locale, bytes);
  const [value, unit] = bytes >= 1000 ? [bytes / 1000, 'kilobyte'] : [bytes, 'byte'];
  return numbers(locale, { style: 'unit', unit, maximumFractionDigits: 0 }).format(value);
}

/** Seconds with one decimal, as short as the language writes them: `1.4s`, `1.4秒`. */
export function formatSeconds(locale: Locale, durationMs: number): string {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const seconds = numbers(locale, { style: 'unit', unit: 'second', unitDisplay: 'narrow', ...oneDecimal });
  return seconds.format(durationMs / 1000);
}

/** @param fraction 0…1. */
export function formatPercent(locale: Locale, fraction: number): string {
  return numbers(locale, { style: 'percent', maximumFractionDigits: 0 }).format(fraction);
}

function numbers(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return new Intl.NumberFormat(languageTag(locale), options);
}
