import type { MiddlewareHandler } from 'hono';

/**
 * Adds an `ETag` to each file, and answers 304 to a browser that already has the file. The date alone does not identify
 * a file: one URL is answered in several languages, and the files of one build can have the same date.
 */
export const answerUnchanged: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers, status } = context.res;
  const modified = headers.get('last-modified');
  if (status !== 200 || modified === null) return;
  const parts = [
    new Date(modified).getTime(),
    headers.get('content-length'),
    headers.get('content-encoding'),
    headers.get('content-language'),
  ];
  const tag = `W/"${parts.map((each) => each ?? '').join('-')}"`;
  context.header('etag', tag);
  const known = context.req.header('if-none-match')?.split(',') ?? [];
  if (!known.some((each) => each.trim() === tag)) return;
  await context.res.body?.cancel();
  const kept = new Headers(headers);
  kept.set('etag', tag);
  for (const name of ['content-length', 'content-type', 'content-encoding']) kept.delete(name);
  context.res = new Response(null, { status: 304, headers: kept });
};
