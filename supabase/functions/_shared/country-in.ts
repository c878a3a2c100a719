/** @returns the country that a proxy wrote into a header; null for its codes of an unknown country. */
export function countryIn(header: string | null | undefined): string | null {
  const code = header?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
