import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono } from 'hono';

import { securityHeaders } from './security-headers.ts';

/**
 * The site behind its headers. A page lies in the folder as `<path>.html`; what is not there is answered by `404.html`
 * and the status 404, in the language that the path begins with.
 * @param siteFolder the build's output.
 */
export function createApp(siteFolder: string): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) context.header(name, value);
    context.header('cache-control', cacheControl(context));
  });
  app.use(serveStatic({ root: siteFolder, rewriteRequestPath: fileOf, precompressed: true }));
  app.notFound((context) => answerNotFound(context, siteFolder));
  return app;
}

function fileOf(path: string): string {
  if (path === '/') return '/index.html';
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last.includes('.') ? path : `${path.replace(/\/$/, '')}.html`;
}

/** A file whose name carries its hash never changes; all else is asked for again each time. */
function cacheControl({ req, res }: Context): string {
  const isHashed = /^\/(assets\/|models\/.*\.bin$)/.test(req.path);
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
