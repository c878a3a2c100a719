import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';

import { countryIn, handleGeoLocation } from '../../../supabase/functions/geo-location/handle.ts';
import { type PolicySettings, securityHeaders } from './security-headers.ts';

export interface AppSettings extends PolicySettings {
  /** The header in which a proxy in front names the visitor's country. */
  readonly COUNTRY_HEADER?: string | undefined;
}

/**
 * The site behind its headers, and the functions that it calls. A page lies in the folder as `<path>.html`; what is not
 * there is answered by `404.html` and the status 404, in the language that the path begins with.
 * @param siteFolder the build's output.
 */
export function createApp(siteFolder: string, settings: AppSettings = {}): Hono {
  const headers = Object.entries(securityHeaders(settings));
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of headers) context.header(name, value);
    if (!context.res.headers.has('cache-control')) context.header('cache-control', cacheControl(context));
  });
  app.all('/functions/v1/geo-location', (context) =>
    handleGeoLocation(context.req.raw, {
      ip: context.env ? (getConnInfo(context).remote.address ?? null) : null,
      country: settings.COUNTRY_HEADER ? countryIn(context.req.header(settings.COUNTRY_HEADER)) : null,
    }),
  );
  app.all('/functions/*', (context) => context.json({ message: 'There is no such function here' }, 404));
  // The default language has no prefix: an address that names it all the same has a shorter one.
  app.get('/zh/*', (context) => context.redirect(shorter(context.req.url), 308));
  app.use(serveStatic({ root: siteFolder, rewriteRequestPath: fileOf, precompressed: true }));
  app.notFound((context) => answerNotFound(context, siteFolder));
  return app;
}

/** By path alone, with one slash at its head: `/zh//elsewhere.example` must not lead out of the site. */
function shorter(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname.replace(/^\/zh\/*/, '/') + search;
}

function fileOf(path: string): string {
  if (path === '/') return '/index.html';
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last.includes('.') ? path : `${path.replace(/\/$/, '')}.html`;
}

/** A file whose name carries its hash never changes; all else is asked for again each time. */
function cacheControl({ req, res }: Context): string {
  const isHashed = /^\/(assets\/|words\/|models\/.*\.bin$)/.test(req.path);
  return isHashed && res.ok ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function answerNotFound(context: Context, siteFolder: string): Promise<Response> {
  if (!context.req.header('accept')?.includes('text/html')) return context.text('Not found', 404);
  const language = /^\/([a-z]{2})(?=\/|$)/.exec(context.req.path)?.[1];
  const pages = [...(language ? [`/${language}/404.html`] : []), '/404.html'];
  for (const page of pages) {
    const answer = await serveStatic({ root: siteFolder, path: page })(context, () => Promise.resolve());
    if (answer) return new Response(answer.body, { status: 404, headers: answer.headers });
  }
  return context.text('Not found', 404);
}
