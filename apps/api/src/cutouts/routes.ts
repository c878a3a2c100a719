import { type Context, Hono } from 'hono';

import { ApiError, badRequest, type Problem } from '../api-error.ts';
import { parseColor } from '../color.ts';
import { readBytes, readFields } from '../http/read-body.ts';
import { countMegapixels, withinLimits } from '../http/within-limits.ts';
import { checkImage } from '../image/check-image.ts';
import { fetchNamed } from '../image/fetch-image.ts';
import { removeBackground } from '../remove-background.ts';
import { plainRemoval, type RemovalRequest } from '../removal-request.ts';
import { bodyLimitsOf, type RequestVariables, type ServerContext } from '../server-context.ts';
import { cutoutOptionNames, cutoutOptions } from './options.ts';

/** The server's own interface: an image in, its cutout out. `/openapi.json` describes it. */
export function cutoutRoutes(server: ServerContext): Hono<RequestVariables> {
  const app = new Hono<RequestVariables>();
  app.post('/v1/cutouts', (context) =>
    withinLimits(context, server, async (signal, startClock) => {
      const { bytes, option } = await receive(context, server, signal);
      startClock();
      const request = await requestOf(option);
      const image = await checkImage(bytes, 'image', server.limits);
      await countMegapixels(context, server, image);
      const removal = await removeBackground(image, request, server.segmenter, signal);
      const { left, top, width, height } = removal.foreground;
      return context.body(removal.bytes as Uint8Array<ArrayBuffer>, 200, {
        'content-type': removal.type,
        'x-width': String(removal.widthPx),
        'x-height': String(removal.heightPx),
        'x-foreground-left': String(left),
        'x-foreground-top': String(top),
        'x-foreground-width': String(width),
        'x-foreground-height': String(height),
      });
    }),
  );
  return app;
}

interface Received {
  readonly bytes: Uint8Array;
  readonly option: (name: string) => string | undefined;
}

/** Reads the image: the body itself, the file `image` of a form, or the address `image_url`. */
async function receive(
  { req }: Context<RequestVariables>,
  { limits, fetchImage }: ServerContext,
  signal: AbortSignal,
): Promise<Received> {
  const query = (name: string) => req.query(name);
  if (/^(image\/|application\/octet-stream)/i.test(req.header('content-type') ?? '')) {
    const bytes = await readBytes(req.raw, { maxBytes: limits.maxFileBytes, timeoutMs: limits.bodyTimeoutMs });
    return { bytes, option: query };
  }
  const fields = await readFields(req.raw, bodyLimitsOf(limits));
  const option = (name: string) => fields.text(name) ?? query(name);
  const file = fields.file('image');
  const url = fields.text('image_url');
  if (file && url !== undefined) throw badRequest('multiple_sources', 'More than one image was given');
  if (file) return { bytes: file, option };
  if (url === undefined) throw badRequest('missing_source', 'No image was given', 'Give image or image_url');
  return { bytes: await fetchNamed('image_url', url, fetchImage, signal, limits.maxFileBytes), option };
}

/** @throws {ApiError} with one problem for each invalid option: `invalid_` and its name. */
async function requestOf(option: Received['option']): Promise<RemovalRequest> {
  const texts = cutoutOptionNames.map((name) => [name, option(name)]);
  const result = cutoutOptions.safeParse(Object.fromEntries(texts));
  if (!result.success) {
    const [first, ...others] = result.error.issues.map(({ path: [name], message }): Problem => ({
      code: `invalid_${String(name)}`,
      title: `The option ${String(name)} is invalid`,
      detail: message,
    }));
    throw first ? new ApiError(400, [first, ...others]) : badRequest('invalid_body', 'The options are invalid');
  }
  const { format, output, detail, background: name, crop, margin, max_megapixels: maxMegapixels } = result.data;
  const color = name === undefined ? undefined : await parseColor(name);
  if (name !== undefined && !color) throw badRequest('invalid_background', 'The option background is invalid');
  const side = { value: margin, unit: 'px' } as const;
  return {
    ...plainRemoval,
    maxPixels: maxMegapixels * 1e6,
    format,
    channels: output === 'mask' ? 'alpha' : 'rgba',
    detail,
    crop,
    cropMargin: [side, side, side, side],
    background: color && { kind: 'color', ...color },
  };
}
