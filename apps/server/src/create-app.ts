import { serveStatic } from '@hono/node-server/serve-static';
import { type Context, Hono, type MiddlewareHandler } from 'hono';

import { type Language, languages } from '@isola/supabase/shared/languages';
import { answerUnchanged } from './answer-unchanged.ts';
import { type BackendRouteSettings, backendRoutes } from './backend/rest/backend-routes.ts';
import { isForwarded } from './backend/rest/client-address.ts';
import type { Backend } from './backend/process/start-backend.ts';
import { type Logger, silentLogger } from './create-logger.ts';
import { docsPath, docsRoutes, isStorybook } from './docs-routes.ts';
import { earlierFiles, hashedFile, sharedFile } from './hashed-files.ts';
import { languageOfVisitor, languageVary } from './language-of-visitor.ts';
import { logRequests } from './log-requests.ts';
import { currentRequest } from './request-scope.ts';
import { createRewrittenFiles } from './rewritten-files.ts';
import { type PolicySettings, securityHeaders, sharedFileHeaders, storybookPolicy } from './security-headers.ts';
import { wholeFiles } from './whole-files.ts';

const isApi = /^\/(auth|rest|functions)\/|^\/_local\/|^\/(backend\.json|healthz|readyz)$/;

export interface AppSettings extends PolicySettings, BackendRouteSettings {
  /** Public origin of the site. Defaults to the origin that the site was built for. */
  readonly siteOrigin?: string | undefined;
  /** Folder with the hashed files of earlier builds. Defaults to a folder within the site. */
  readonly earlierFolder?: string | undefined;
  /** Counts each request for the metrics. */
  readonly countRequests?: MiddlewareHandler | undefined;
  /** Folder of the built documentation. Without it, there is no page at `/docs`. */
  readonly docsFolder?: string | undefined;
}

/** Paths that begin with a language in any spelling, such as `/EN/single` and `/zh-CN/single`. */
const withTag = new RegExp(`^/(${languages.join('|')})(?:[-_][a-z\\d]+)*(?=/|$)`, 'i');

/** Paths that begin with a language in the site's own spelling, such as `/de/single`. */
const withLanguage = new RegExp(`^/(${languages.join('|')})(/|$)`);

/**
 * Creates the app that serves the site with its headers and passes requests on to the backend. A page is the file
 * `<path>.html` in the folder of the site. A missing page is answered with `404.html` and the status 404. A URL that
 * names no language is answered in the visitor's language without a redirect, and the page's script then sets the URL
 * of that language.
 * @param siteFolder output of the build.
 * @param backend null when the process serves files and functions only.
 */
export function createApp(
  siteFolder: string,
  settings: AppSettings = {},
  backend: Backend | null = null,
  logger: Logger = silentLogger,
): Hono {
  const headers = Object.entries(securityHeaders(settings));
  const sharedHeaders = settings.VITE_MODELS_URL || settings.VITE_ASSETS_URL ? Object.entries(sharedFileHeaders) : [];
  const storybookHeaders = Object.entries(securityHeaders(settings, storybookPolicy));
  const serveFile = wholeFiles(serveStatic({ root: siteFolder, rewriteRequestPath: fileOf, precompressed: true }));
  const serveEarlierFile = serveStatic({
    root: settings.earlierFolder ?? siteFolder,
    rewriteRequestPath: (path) => (settings.earlierFolder ? path : `/${earlierFiles}${path}`),
    precompressed: true,
  });
  const rewritten = createRewrittenFiles(siteFolder, settings.siteOrigin ?? null);
  const isEarlierFile = new RegExp(`^/${earlierFiles}(/|$)`);
  const app = new Hono();
  if (settings.countRequests) app.use(settings.countRequests);
  app.use(logRequests(logger, settings.trustedProxies ?? 0));
  app.use(warnOfProxy(logger, settings.trustedProxies ?? 0));
  app.use(async (context, next) => {
    await next();
    const own = settings.docsFolder && isStorybook.test(context.req.path) ? storybookHeaders : headers;
    for (const [name, value] of own) context.header(name, value);
    if (sharedFile.test(context.req.path)) for (const [name, value] of sharedHeaders) context.header(name, value);
    if (!context.res.headers.has('cache-control')) context.header('cache-control', cacheControl(context));
  });
  app.use(answerUnchanged);
  app.route('/', backendRoutes(backend, settings));
  // Before the pages of the site, because the documentation exists in one language only.
  if (settings.docsFolder) app.route(docsPath, docsRoutes(settings.docsFolder));
  // The service worker receives an image that is shared with the installed app. Without one, the page says that nothing
  // arrived. The image itself is not read.
  for (const path of ['/single', ...languages.map((each) => `/${each}/single`)]) {
    app.post(path, ({ redirect }) => redirect(`${path}?shared`, 303));
  }
  app.get('*', (context, next) => {
    const address = ownAddress(context.req.url);
    return address === undefined ? next() : Promise.resolve(context.redirect(address, 308));
  });
  app.get('*', async (context, next) => {
    if (!isOpenPage(context)) return next();
    const language = await languageOfVisitor(context, settings);
    const name = fileOf(localised(context.req.path, language));
    const encoding = context.req.header('accept-encoding');
    const answer =
      language === languages[0]
        ? ((await rewritten.file(name, encoding)) ?? (await serveFile(context, () => Promise.resolve())))
        : await rewritten.openPage(name, encoding);
    return answer ? inLanguage(answer, language) : next();
  });
  app.get('*', async ({ req }, next) => {
    const answer = await rewritten.file(fileOf(req.path), req.header('accept-encoding'));
    return answer ?? next();
  });
  app.use(async (context, next) => (isEarlierFile.test(context.req.path) ? next() : serveFile(context, next)));
  app.use(async (context, next) => (hashedFile.test(context.req.path) ? serveEarlierFile(context, next) : next()));
  app.notFound((context) => answerNotFound(context, siteFolder, settings));
  app.onError((error, context) => {
    logger.error({ err: error }, 'a request could not be answered');
    const requestId = currentRequest()?.id;
    return isApi.test(context.req.path)
      ? context.json({ code: 'internal', message: `Internal Server Error, request ${requestId}` }, 500)
      : context.text(`Internal Server Error\nRequest: ${requestId}`, 500);
  });
  return app;
}

/** Logs one warning when a request seems to come through a proxy although the settings name none. */
function warnOfProxy(logger: Logger, trustedProxies: number): MiddlewareHandler {
  let isSaid = trustedProxies > 0;
  return async (context, next) => {
    if (!isSaid && isForwarded(context.req.raw.headers)) {
      isSaid = true;
      logger.warn(
        'requests contain the headers of a proxy, but TRUST_PROXY is 0: all clients behind the proxy count as one; set TRUST_PROXY to the number of proxies',
      );
    }
    await next();
  };
}

/**
 * Finds the URL to redirect to when a URL spells its language differently from the site. The default language has no
 * prefix.
 * @returns path and query, or undefined when no redirect is needed. The path begins with exactly one slash, so that
 *   `/zh//elsewhere.example` cannot lead to another site.
 */
function ownAddress(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  const [named, tag] = withTag.exec(pathname) ?? [];
  const language = languages.find((each) => each === tag?.toLowerCase());
  if (!named || !language || (named === `/${language}` && language !== languages[0])) return undefined;
  const path = pathname.slice(named.length).replace(/^\/+/, '/');
  return (localised(path, language) || '/') + search;
}

/**
 * Checks whether a browser opens a page whose URL names no language. A script that fetches this URL gets the file of
 * that name.
 */
function isOpenPage({ req }: Context): boolean {
  const isPage = !req.path.slice(req.path.lastIndexOf('/')).includes('.');
  return isPage && !withLanguage.test(req.path) && (req.header('accept')?.includes('text/html') ?? false);
}

/** Adds the prefix of a language to a path. The default language has no prefix. */
function localised(path: string, language: Language): string {
  return language === languages[0] ? path : `/${language}${path}`;
}

/**
 * Adds the headers of an answer whose language depends on the visitor. Only the visitor's browser may cache it, and has
 * to revalidate it. `no-store` would be stricter, but it disables the browser's back/forward cache.
 */
function inLanguage(answer: Response, language: Language): Response {
  answer.headers.set('content-language', language);
  answer.headers.set('cache-control', 'private, no-cache');
  answer.headers.append('vary', languageVary);
  return answer;
}

function fileOf(path: string): string {
  if (path === '/') return '/index.html';
  const last = path.slice(path.lastIndexOf('/') + 1);
  return last.includes('.') ? path : `${path.replace(/\/$/, '')}.html`;
}

/**
 * Returns the `Cache-Control` of an answer: immutable for hashed files, none for the backend, revalidation for the
 * rest.
 */
function cacheControl({ req, res }: Context): string {
  if (isApi.test(req.path)) return 'no-store';
  return hashedFile.test(req.path) && res.ok ? 'public, max-age=31536000, immutable' : 'no-cache';
}

async function answerNotFound(context: Context, siteFolder: string, settings: AppSettings): Promise<Response> {
  if (!context.req.header('accept')?.includes('text/html')) return context.text('Not found', 404);
  const named = withLanguage.exec(context.req.path)?.[1];
  const language = languages.find((each) => each === named) ?? (await languageOfVisitor(context, settings));
  for (const path of new Set([localised('/404', language), '/404'])) {
    const serveFile = wholeFiles(serveStatic({ root: siteFolder, path: `${path}.html` }));
    const answer = await serveFile(context, () => Promise.resolve());
    if (!answer) continue;
    const page = new Response(answer.body, { status: 404, headers: answer.headers });
    return named ? page : inLanguage(page, language);
  }
  return context.text('Not found', 404);
}
