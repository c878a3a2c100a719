import { formatBytes, type Locale } from '@isola/i18n';

/** Formats a size with the language's short unit: ‘90 B’ instead of ‘90 byte’. */
export function sizeWords(locale: string, bytes: number): string {
  if (bytes >= 1000) return formatBytes(locale as Locale, bytes);
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'narrow' })
    .formatToParts(bytes)
    .map(({ type, value }) => (type === 'unit' ? `\u00a0${value.trim()}` : value.trim()))
    .join('');
}
