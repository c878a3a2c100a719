import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

import { type Language, languages } from '@isola/supabase/shared/languages';
import { chooseLanguage } from '@isola/supabase/functions/geo-location/choose-language';
import { clientAddress, peerOf } from './backend/rest/client-address.ts';
import { countryOfRequest } from './backend/rest/country-of-request.ts';

/** Headers on which the answer depends, in addition to the URL and the client's country. */
export const languageVary = 'Accept, Accept-Language, Cookie, User-Agent';

export interface VisitorSettings {
  /** Header in which a trusted proxy names the client's country. */
  readonly COUNTRY_HEADER?: string | undefined;
  /** Number of proxies in front of the server. Defaults to 0. */
  readonly trustedProxies?: number;
}

/** Words by which crawlers identify themselves in `User-Agent`. */
const crawler = /bot|crawl|spider/i;

/**
 * Chooses the language of a page whose URL names none: the language in the cookie that the site sets when the visitor
 * chooses one, or else the language that the geo-location function would return.
 *
 * Crawlers get the default language, because the sitemap and `hreflang` list this URL as that language and every other
 * language under its own URL. A crawler is recognised by its `User-Agent`, or by a missing `Accept-Language`, which
 * browsers always send.
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
  // Without a trusted proxy, the client itself may have written the header.
  const countryHeader = trustedProxies > 0 ? COUNTRY_HEADER : null;
  return chooseLanguage(await countryOfRequest(headers, address, countryHeader), accepted);
}
