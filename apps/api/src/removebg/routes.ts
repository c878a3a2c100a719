import { type Context, Hono } from 'hono';

import { badRequest } from '../api-error.ts';
import { parseColor } from '../color.ts';
import { type Fields, readFields } from '../http/read-body.ts';
import { countMegapixels, withinLimits } from '../http/within-limits.ts';
import { checkImage, type CheckedImage } from '../image/check-image.ts';
import { fetchNamed } from '../image/fetch-image.ts';
import { type Removal, removeBackground, sizeWithin } from '../remove-background.ts';
import { type Background, pixelLimitOf, plainRemoval, type RemovalRequest } from '../removal-request.ts';
import { bodyLimitsOf, type RequestVariables, type ServerContext } from '../server-context.ts';
import { readParameters, type RemovebgParameters } from './parameters.ts';
import { shadowOf } from './shadow.ts';

const sources = ['image_file', 'image_file_b64', 'image_url'] as const;
const backgrounds = ['bg_color', 'bg_image_url', 'bg_image_file'] as const;

/**
 * Routes with the interface of remove.bg, so that its clients work with another address.
 * @see docs/api.md
 */
export function removebgRoutes(server: ServerContext): Hono<RequestVariables> {
  const app = new Hono<RequestVariables>();
  app.post('/v1.0/removebg', (context) =>
    withinLimits(context, server, (signal, startClock) => answerRemoval(context, server, signal, startClock)),
  );
  app.get('/v1.0/account', async (context) => {
    const { remaining } = await server.rates.look(context.get('client'));
    // Nothing is charged. The calls of this minute are the only ones that are limited.
    const credits = { total: 0, subscription: 0, payg: 0, enterprise: 0 };
    return context.json({ data: { attributes: { credits, api: { free_calls: remaining, sizes: 'all' } } } });
  });
  return app;
}

async function answerRemoval(
  context: Context<RequestVariables>,
  server: ServerContext,
  signal: AbortSignal,
  startClock: () => void,
): Promise<Response> {
  const fields = await readFields(context.req.raw, bodyLimitsOf(server.limits));
  startClock();
  const parameters = readParameters(fields);
  const background = backgrounds.filter((name) => fields.names.includes(name));
  if (background.length > 1) throw badRequest('multiple_bg_sources', 'More than one background was given');
  const image = await imageOf(fields, server, signal);
  await countMegapixels(context, server, image, plainRemoval);
  const request: RemovalRequest = {
    ...plainRemoval,
    maxPixels: parameters.size,
    format: parameters.format,
    channels: parameters.channels,
    roi: parameters.roi,
    crop: parameters.crop,
    cropMargin: parameters.crop_margin,
    scale: parameters.scale,
    position: parameters.position,
    shadow: shadowOf(parameters),
    background: await backgroundOf(fields, parameters, server, signal),
    isSolid: parameters.type === 'car' && !parameters.semitransparency,
  };
  const removal = await removeBackground(image, request, server.segmenter, signal);
  return answer(context, image, request, parameters, removal);
}

/** @throws {ApiError} `missing_source`, `multiple_sources`; the errors of `checkImage` and `fetchNamed`. */
async function imageOf(
  fields: Fields,
  { limits, fetchImage }: ServerContext,
  signal: AbortSignal,
): Promise<CheckedImage> {
  const given = sources.filter((name) => fields.names.includes(name));
  const [source] = given;
  if (!source) throw badRequest('missing_source', 'No image was given', `Give one of ${sources.join(', ')}`);
  if (given.length > 1) throw badRequest('multiple_sources', 'More than one image was given', given.join(', '));
  const text = fields.text(source);
  if (source === 'image_file') {
    const bytes = fields.file(source);
    if (!bytes) throw badRequest('invalid_file_type', 'image_file is a text instead of a file');
    return await checkImage(bytes, source, limits);
  }
  if (text === undefined) throw badRequest('failed_to_read_image', `${source} is a file instead of a text`);
  if (source === 'image_url') {
    return await checkImage(await fetchNamed(source, text, fetchImage, signal, limits.maxFileBytes), source, limits);
  }
  // White space is removed first: an expression that allows it in two places takes quadratic time.
  const base64 = text.replace(/^data:[\w/+.-]*;base64,/, '').replaceAll(/\s+/g, '');
  if (!/^[\w+/-]*={0,2}$/.test(base64)) throw badRequest('failed_to_read_image', 'image_file_b64 is not base64');
  return await checkImage(Buffer.from(base64, 'base64'), source, limits);
}

/** @throws {ApiError} `invalid_bg_color`; the errors of `checkImage` and `fetchNamed`. */
async function backgroundOf(
  fields: Fields,
  { bg_color: name }: RemovebgParameters,
  { limits, fetchImage }: ServerContext,
  signal: AbortSignal,
): Promise<Background | undefined> {
  if (name !== undefined) {
    const color = await parseColor(name);
    if (!color) throw badRequest('invalid_bg_color', 'The parameter bg_color is invalid');
    return { kind: 'color', ...color };
  }
  const url = fields.text('bg_image_url');
  if (url !== undefined) {
    const bytes = await fetchNamed('bg_image_url', url, fetchImage, signal, limits.maxFileBytes);
    return { kind: 'image', image: await checkImage(bytes, 'bg_image_url', limits) };
  }
  if (!fields.names.includes('bg_image_file')) return undefined;
  const bytes = fields.file('bg_image_file');
  if (!bytes) throw badRequest('invalid_file_type', 'bg_image_file is a text instead of a file');
  return { kind: 'image', image: await checkImage(bytes, 'bg_image_file', limits) };
}

function answer(
  context: Context<RequestVariables>,
  image: CheckedImage,
  request: RemovalRequest,
  { type, type_level: typeLevel }: RemovebgParameters,
  { bytes, type: mediaType, widthPx, heightPx, foreground }: Removal,
): Response {
  const most = sizeWithin(image, pixelLimitOf({ ...request, maxPixels: 50_000_000 }));
  const headers: Record<string, string | number> = {
    'x-width': widthPx,
    'x-height': heightPx,
    'x-max-width': most.widthPx,
    'x-max-height': most.heightPx,
    'x-credits-charged': 0,
    'x-foreground-top': foreground.top,
    'x-foreground-left': foreground.left,
    'x-foreground-width': foreground.width,
    'x-foreground-height': foreground.height,
    // No subject is classified: the type is the one that the client named.
    ...(typeLevel !== 'none' && { 'x-type': type === 'auto' ? 'other' : type }),
  };
  for (const [name, value] of Object.entries(headers)) context.header(name, String(value));
  if (context.req.header('accept')?.includes('application/json')) {
    return context.json({
      data: {
        result_b64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
        foreground_top: foreground.top,
        foreground_left: foreground.left,
        foreground_width: foreground.width,
        foreground_height: foreground.height,
      },
    });
  }
  return context.body(bytes as Uint8Array<ArrayBuffer>, 200, { 'content-type': mediaType });
}
