/** @returns ‘0 B’ as the language writes it. */
export function noBytes(locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'byte', unitDisplay: 'narrow' })
    .formatToParts(0)
    .map(({ type, value }) => (type === 'unit' ? `\u00a0${value.trim()}` : value.trim()))
    .join('');
}
