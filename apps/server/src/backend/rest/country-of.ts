import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { type CountryResponse, Reader } from 'mmdb-lib';

const file = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** This database holds the code alone, where others hold it among names. */
type Row = CountryResponse & { readonly country_code?: string };

let reading: Promise<Reader<Row>> | null = null;

/** @returns ISO 3166-1 alpha-2 of an address, from a table that comes with the server; null where it says nothing. */
export async function countryOf(address: string | null): Promise<string | null> {
  if (address === null) return null;
  reading ??= readFile(createRequire(import.meta.url).resolve(file)).then((bytes) => new Reader<Row>(bytes));
  const reader = await reading;
  try {
    return reader.get(address)?.country_code ?? null;
  } catch {
    // Not an address.
    return null;
  }
}
