import { countryIn } from '@isola/supabase/shared/country-in';
import { countryOf } from './country-of.ts';

/**
 * @param address the client's IP address.
 * @param countryHeader the header in which a proxy in front names the client's country; null where none does.
 * @returns ISO 3166-1 alpha-2; null where it is not known.
 */
export async function countryOfRequest(
  headers: Headers,
  address: string | null,
  countryHeader: string | null,
): Promise<string | null> {
  return countryHeader ? countryIn(headers.get(countryHeader)) : await countryOf(address);
}
