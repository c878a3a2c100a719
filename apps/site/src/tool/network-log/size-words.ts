import { formatBytes, type Locale } from '@isola/i18n';

/** The first format with a unit takes a phone 100 ms or more, so each language's is kept. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a size with the language's short unit: ‘90 B’ instead of ‘90 byte’. */
export function sizeWords(locale: string, bytes: number): string {
  if (bytes >= 1000) return formatBytes(locale as Locale, bytes);
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'narrow' });
  formats.set(locale, format);
  return format
    .formatToParts(bytes)
    .map(({ type, value }) => (type === 'unit' ? `\u00a0${value.trim()}` : value.trim()))
    .join('');
}
