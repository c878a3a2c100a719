/** @returns a country that a proxy wrote into a header; null for its words for "unknown". */
export function countryIn(header: string | null | undefined): string | null {
  const code = header?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
