import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

import { type Language, languages } from '@isola/supabase/shared/languages';
import { chooseLanguage } from '@isola/supabase/functions/geo-location/choose-language';
import { clientAddress, peerOf } from './backend/rest/client-address.ts';
import { countryOfRequest } from './backend/rest/country-of-request.ts';

/** Headers on which the answer depends, in addition to the URL and the client's country. */
export const languageVary = 'Accept, Accept-Language, Cookie, User-Agent';

export interface VisitorSettings {
  /** The header in which a trusted proxy in front names the client's country. */
  readonly COUNTRY_HEADER?: string | undefined;
  /** How many proxies stand in front; 0 unless it is said. */
  readonly trustedProxies?: number;
}

/** As crawlers name themselves. */
const crawler = /bot|crawl|spider/i;

/**
 * The language of a page whose address names none: the one that the visitor chose before, which the site stores in a
 * cookie for this, else the one that the geo-location function would answer.
 *
 * Crawlers get the default language, which is what the address stands for in the sitemap and in `hreflang`; each other
 * language has an address of its own. They send no `Accept-Language`, which browsers always do, or name themselves.
 */
export async function languageOfVisitor(context: Context, settings: VisitorSettings): Promise<Language> {
  const { trustedProxies = 0, COUNTRY_HEADER = null } = settings;
  const chosen = getCookie(context, 'language');
  const saved = languages.find((each) => each === chosen);
  if (saved) return saved;
  const accepted = context.req.header('accept-language');
  if (!accepted || crawler.test(context.req.header('user-agent') ?? '')) return languages[0];
  const { headers } = context.req.raw;
  const address = clientAddress(headers, peerOf(context), trustedProxies);
  // Without a proxy in front, the client wrote the header.
  const countryHeader = trustedProxies > 0 ? COUNTRY_HEADER : null;
  return chooseLanguage(await countryOfRequest(headers, address, countryHeader), accepted);
}
