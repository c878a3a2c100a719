/**
 * CORS policy of the site's APIs: pages of the site's own origin, and of the origins that the operator adds, may call
 * them from a browser. No API uses cookies, so another page could not act for a member; but it could spend its
 * visitors' limits, and use the image proxy as its own. Programs other than browsers are not bound by this.
 */
const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, content-type, prefer, range, accept-profile, content-profile, x-client-info, x-supabase-api-version',
  'access-control-max-age': '600',
} as const;

/** Response headers that supabase-js reads. */
const exposed = 'content-range, retry-after, x-request-id, x-sb-error-code, x-supabase-api-version';

/** @returns the answer to a CORS preflight; null for any other request. */
export function preflightAnswer(request: Request, origins: readonly string[]): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return null;
  return withCors(new Response(null, { status: 204, headers: allowed }), request, origins);
}

/** Replaces the CORS headers of an answer by this policy. @returns the same answer. */
export function withCors(response: Response, request: Request, origins: readonly string[]): Response {
  const { headers } = response;
  const origin = request.headers.get('origin');
  headers.append('vary', 'Origin');
  if (origin !== null && origins.includes(origin)) {
    headers.set('access-control-allow-origin', origin);
    headers.set('access-control-expose-headers', exposed);
  } else {
    const stated = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
    for (const name of stated) headers.delete(name);
  }
  return response;
}

/**
 * Returns whether a page of the site's own origin, or of an origin that the operator adds, sent this request. Pages of
 * others cannot forge it, because their browsers write both headers. A program can send any headers.
 */
export function isFromSite({ headers }: Request, origins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === 'same-origin') return true;
  if (origin === null || !URL.canParse(origin)) return false;
  if (origins.includes(origin)) return true;
  // Over plain HTTP, as in a local network, browsers do not send `Sec-Fetch-Site`. When it says `cross-site`, the
  // origin is not this host.
  return site !== 'cross-site' && new URL(origin).host === headers.get('host');
}

/**
 * Returns the site's origins from an environment: `SITE_ORIGIN`, and `REDIRECT_ORIGINS` separated by commas or spaces.
 */
export function originsIn(environment: (name: string) => string | undefined): readonly string[] {
  const named = `${environment('SITE_ORIGIN') ?? ''} ${environment('REDIRECT_ORIGINS') ?? ''}`;
  return named.split(/[\s,]+/).flatMap((each) => (URL.canParse(each) ? [new URL(each).origin] : []));
}
