import type { FunctionContext } from '../_shared/context.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { answerJson, postFunction } from '../_shared/post-function.ts';
import { invalid, readFields, textIn } from '../_shared/read-fields.ts';

const maxUrlCharacters = 2048;
const sitemapLifeMs = 60 * 60_000;
const dayMs = 24 * 60 * 60_000;
const requestLimitMs = 10_000;

type Service = 'push' | 'ping';

/** Addresses in the site's own sitemap at the time of reading. */
interface Listed {
  readonly sitemap: string;
  readonly addresses: ReadonlySet<string>;
  readonly readMs: number;
}

let listed: Listed | undefined;

/** Day, counted from 1970 in UTC, on which a service was last notified of an address. */
const told = new Map<string, number>();

/**
 * Notifies search engines of a page. The body is `{ url }`, the answer `{ ok: true, notified, failed }` with the
 * services that this call notified: `push` of the address, and `ping` of the sitemap. Each is notified of each address
 * once a day, whether it answers or not. No service is notified unless the environment names the site and a service.
 * Its own codes: `url-invalid`, `not-listed` (the address is not in the site's own sitemap), `sitemap-unavailable`.
 */
export const handleNotifySearchEngines = postFunction(
  { name: 'notify-search-engines', requests: 60, windowMs: 60_000 },
  async (request, context) => {
    const fields = await readFields(request);
    const text = textIn(fields, 'url', maxUrlCharacters);
    if (!URL.canParse(text)) throw invalid('url', 'an address');
    const page = new URL(text).href;

    const origin = context.environment('SITE_ORIGIN');
    const services = origin ? servicesFor(context, page, sitemapOf(origin)) : [];
    if (!origin || services.length === 0) return answerJson({ ok: true, notified: [], failed: [] });

    const { addresses } = await readSitemap(sitemapOf(origin), context);
    if (!addresses.has(page)) throw new FunctionError('not-listed', 403, 'The sitemap does not list this address');

    const today = Math.floor(Date.now() / dayMs);
    const due = services.filter(({ name, subject }) => told.get(`${name} ${subject}`) !== today);
    for (const { name, subject } of due) told.set(`${name} ${subject}`, today);
    const outcomes = await Promise.all(due.map(async ({ name, tell }) => ({ name, isTold: await tell() })));
    return answerJson({
      ok: true,
      notified: outcomes.filter(({ isTold }) => isTold).map(({ name }) => name),
      failed: outcomes.filter(({ isTold }) => !isTold).map(({ name }) => name),
    });
  },
);

/**
 * @returns the services in the environment. Search engines also have endpoints for indexing, none of which are called.
 */
function servicesFor(context: FunctionContext, page: string, sitemap: string) {
  const services: { readonly name: Service; readonly subject: string; readonly tell: () => Promise<boolean> }[] = [];
  const push = context.environment('SEARCH_PUSH_ENDPOINT');
  const site = context.environment('SEARCH_PUSH_SITE');
  const token = context.environment('SEARCH_PUSH_TOKEN');
  if (push && site && token) {
    const options = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: page };
    services.push({ name: 'push', subject: page, tell: () => tell(context, push, { site, token }, options) });
  }
  const ping = context.environment('SEARCH_PING_ENDPOINT');
  if (ping) services.push({ name: 'ping', subject: sitemap, tell: () => tell(context, ping, { sitemap }, {}) });
  return services;
}

/** Notifies one service. A redirect is not followed, because it would carry the token elsewhere. */
async function tell(
  context: FunctionContext,
  endpoint: string,
  query: Readonly<Record<string, string>>,
  options: RequestInit,
): Promise<boolean> {
  try {
    const url = new URL(endpoint);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signal = AbortSignal.timeout(requestLimitMs);
    const response = await context.fetch(url, { ...options, redirect: 'manual', signal });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function sitemapOf(origin: string): string {
  return new URL('/sitemap.xml', origin).href;
}

async function readSitemap(sitemap: string, { fetch }: FunctionContext): Promise<Listed> {
  if (listed?.sitemap === sitemap && Date.now() - listed.readMs < sitemapLifeMs) return listed;
  try {
    const response = await fetch(sitemap, { redirect: 'error', signal: AbortSignal.timeout(requestLimitMs) });
    if (!response.ok) throw new Error(`The sitemap answered ${response.status}`);
    const locations = (await response.text()).matchAll(/<loc>\s*([^<]+?)\s*<\/loc>/g);
    const addresses = new Set(Array.from(locations, ([, text = '']) => hrefOf(text)));
    listed = { sitemap, addresses, readMs: Date.now() };
    return listed;
  } catch (cause) {
    throw new FunctionError('sitemap-unavailable', 503, 'The sitemap could not be read', { cause });
  }
}

/** Returns the address of a sitemap entry, in which `&` is written as `&amp;`. */
function hrefOf(text: string): string {
  const address = text.replaceAll('&amp;', '&');
  return URL.canParse(address) ? new URL(address).href : address;
}
