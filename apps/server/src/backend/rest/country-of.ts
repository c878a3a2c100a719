import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { type CountryResponse, Reader } from 'mmdb-lib';

const file = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Row of this database, which contains only the country code, while others contain names as well. */
type Row = CountryResponse & { readonly country_code?: string };

let reading: Promise<Reader<Row>> | null = null;

/**
 * Looks up the country of an address in a table that is installed with the server.
 * @returns ISO 3166-1 alpha-2 code, or null when the table has no entry.
 */
export async function countryOf(address: string | null): Promise<string | null> {
  if (address === null) return null;
  reading ??= readFile(createRequire(import.meta.url).resolve(file)).then((bytes) => new Reader<Row>(bytes));
  const reader = await reading;
  try {
    return reader.get(address)?.country_code ?? null;
  } catch {
    // The reader throws when the text is not an address.
    return null;
  }
}
