import { countryIn } from '@isola/supabase/shared/country-in';
import { countryOf } from './country-of.ts';

/**
 * Finds the country of a client.
 * @param address IP address of the client.
 * @param countryHeader header in which a proxy names the country, or null to look the address up.
 * @returns ISO 3166-1 alpha-2 code, or null when unknown.
 */
export async function countryOfRequest(
  headers: Headers,
  address: string | null,
  countryHeader: string | null,
): Promise<string | null> {
  return countryHeader ? countryIn(headers.get(countryHeader)) : await countryOf(address);
}
