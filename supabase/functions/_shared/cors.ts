/**
 * Which pages may call the site's APIs from a browser: those of the site's own origin, and of the origins that the
 * operator names. Nothing here rests on cookies, so another page could not act for a member; but it could spend its
 * visitors' limits, and use the image proxy as its own. What is not a browser is not bound by this.
 */
const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'authorization, apikey, content-type, prefer, range, accept-profile, content-profile, x-client-info, x-supabase-api-version',
  'access-control-max-age': '600',
} as const;

/** Headers of an answer that supabase-js reads. */
const exposed = 'content-range, retry-after, x-request-id, x-sb-error-code, x-supabase-api-version';

/** @returns the answer to a browser that asks before it calls; null for any other request. */
export function preflightAnswer(request: Request, origins: readonly string[]): Response | null {
  if (request.method !== 'OPTIONS' || !request.headers.has('access-control-request-method')) return null;
  return withCors(new Response(null, { status: 204, headers: allowed }), request, origins);
}

/** Puts the one policy in place of whatever an answer says of other origins. @returns the same answer. */
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
 * Whether a page of the site sent this request: its own, or one of an origin that the operator names. It holds against pages of
 * others, whose browsers write both headers; a program can write what it likes.
 */
export function isFromSite({ headers }: Request, origins: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  if (site === 'same-origin') return true;
  if (origin === null || !URL.canParse(origin)) return false;
  if (origins.includes(origin)) return true;
  // Over plain HTTP, as in a local network, browsers do not send the first header; where they do, a page of this host is not elsewhere.
  return site !== 'cross-site' && new URL(origin).host === headers.get('host');
}

/** The origins of the site in an environment: `SITE_ORIGIN`, and `REDIRECT_ORIGINS` between commas or spaces. */
export function originsIn(environment: (name: string) => string | undefined): readonly string[] {
  const named = `${environment('SITE_ORIGIN') ?? ''} ${environment('REDIRECT_ORIGINS') ?? ''}`;
  return named.split(/[\s,]+/).flatMap((each) => (URL.canParse(each) ? [new URL(each).origin] : []));
}
