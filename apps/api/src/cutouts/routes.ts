import { type Context, Hono } from 'hono';

import { badRequest } from '../api-error.ts';
import { readBytes, readFields } from '../http/read-body.ts';
import { countMegapixels, withinLimits } from '../http/within-limits.ts';
import { checkImage } from '../image/check-image.ts';
import { fetchNamed } from '../image/fetch-image.ts';
import { removeBackground } from '../remove-background.ts';
import { bodyLimitsOf, type RequestVariables, type ServerContext } from '../server-context.ts';
import { cutoutHeaders } from './answer.ts';
import { optionsOf, type ReadOption, requestOf } from './read-options.ts';

/** The server's own interface: an image in, its cutout out. `/openapi.json` describes it. */
export function cutoutRoutes(server: ServerContext): Hono<RequestVariables> {
  const app = new Hono<RequestVariables>();
  app.post('/v1/cutouts', (context) =>
    withinLimits(context, server, async (signal, startClock) => {
      const { bytes, option } = await receive(context, server, signal);
      startClock();
      const request = await requestOf(option);
      const image = await checkImage(bytes, 'image', server.limits);
      await countMegapixels(context, server, image, request);
      const removal = await removeBackground(image, request, server.segmenter, signal);
      return context.body(removal.bytes as Uint8Array<ArrayBuffer>, 200, cutoutHeaders(removal));
    }),
  );
  return app;
}

interface Received {
  readonly bytes: Uint8Array;
  readonly option: ReadOption;
}

/** Reads the image: the body itself, the file `image` of a form, or the address `image_url`. */
async function receive(
  { req }: Context<RequestVariables>,
  { limits, fetchImage }: ServerContext,
  signal: AbortSignal,
): Promise<Received> {
  const query = new URL(req.url).searchParams;
  if (/^(image\/|application\/octet-stream)/i.test(req.header('content-type') ?? '')) {
    const bytes = await readBytes(req.raw, { maxBytes: limits.maxFileBytes, timeoutMs: limits.bodyTimeoutMs });
    return { bytes, option: optionsOf(query) };
  }
  const fields = await readFields(req.raw, bodyLimitsOf(limits));
  const option = optionsOf(query, fields);
  const file = fields.file('image');
  const url = fields.text('image_url');
  if (file && url !== undefined) throw badRequest('multiple_sources', 'More than one image was given');
  if (file) return { bytes: file, option };
  if (url === undefined) throw badRequest('missing_source', 'No image was given', 'Give image or image_url');
  return { bytes: await fetchNamed('image_url', url, fetchImage, signal, limits.maxFileBytes), option };
}
