import { FunctionError } from '@isola/supabase/shared/function-error';
import { parsePublicUrl } from '@isola/supabase/shared/public-url';
import * as z from 'zod';

import { badRequest } from '../api-error.ts';
import { cutoutOptionNames } from '../cutouts/options.ts';
import { optionsOf, requestOf } from '../cutouts/read-options.ts';
import { type Fields, parseJson, readBytes, readFields } from '../http/read-body.ts';
import { maxUrlCharacters } from '../image/fetch-image.ts';
import { bodyLimitsOf, type ServerLimits } from '../server-context.ts';
import type { ImageSource, NewBatch } from './batch.ts';

/** Largest number of addresses in a batch. A form has at most as many files as fields. */
export const maxAddresses = 500;

/** Largest body with addresses, in bytes. */
const maxJsonBytes = maxAddresses * maxUrlCharacters + 65_536;
/** Largest number of characters that structure such a body. Addresses may contain some of them. */
const maxJsonMarks = 50_000;

const jsonBatch = z
  .object({ images: z.array(z.string().min(1).max(maxUrlCharacters)).min(1) })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * Reads a batch: JSON with `images`, a list of addresses, or a form with files `image`. Options are further fields, or
 * parameters of the query. Addresses are fetched and files are decoded later, so only their form and size are checked.
 * @throws {ApiError} `invalid_body`, `missing_source`, `too_many_images`, `invalid_image_url`, `file_too_large`,
 *   `invalid_` and the name of an option.
 */
export async function receiveBatch(request: Request, limits: ServerLimits): Promise<Omit<NewBatch, 'client'>> {
  const query = new URL(request.url).searchParams;
  const isJson = /^application\/json\b/i.test(request.headers.get('content-type') ?? '');
  const { images, fields } = isJson ? await readAddresses(request, limits) : await readFiles(request, limits);
  const option = optionsOf(query, fields);
  const given = cutoutOptionNames.flatMap((name) => {
    const value = option(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const options = Object.fromEntries(given);
  await requestOf((name) => options[name]);
  return { images, options };
}

interface Received {
  readonly images: readonly ImageSource[];
  readonly fields: Pick<Fields, 'text' | 'isRepeated'>;
}

async function readAddresses(request: Request, { bodyTimeoutMs }: ServerLimits): Promise<Received> {
  const bytes = await readBytes(request, { maxBytes: maxJsonBytes, timeoutMs: bodyTimeoutMs });
  const body = jsonBatch.safeParse(parseJson(bytes, maxJsonMarks));
  if (!body.success) {
    const detail = z.prettifyError(body.error).slice(0, 500);
    throw badRequest('invalid_body', 'The body is not {"images": [address, …]} with options', detail);
  }
  const { images: urls, ...options } = body.data;
  if (urls.length > maxAddresses) throw tooMany(maxAddresses);
  for (const [index, url] of urls.entries()) checkAddress(url, index + 1);
  const texts = new Map(
    Object.entries(options).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  );
  const fields = { text: (name: string) => texts.get(name), isRepeated: () => false };
  return { images: urls.map((url) => ({ url })), fields };
}

function checkAddress(url: string, number: number): void {
  try {
    parsePublicUrl(url);
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    throw badRequest('invalid_image_url', error.message, `image ${number}`);
  }
}

async function readFiles(request: Request, limits: ServerLimits): Promise<Received> {
  const fields = await readFields(request, bodyLimitsOf(limits));
  const files = fields.files('image');
  if (files.length === 0) throw badRequest('missing_source', 'No image was given', 'Give files with the name image');
  const tooLarge = files.findIndex((file) => file.byteLength > limits.maxFileBytes);
  if (tooLarge >= 0) {
    throw badRequest('file_too_large', `A file is larger than ${limits.maxFileBytes} bytes`, `image ${tooLarge + 1}`);
  }
  return { images: files.map((bytes) => ({ bytes })), fields };
}

function tooMany(most: number) {
  return badRequest('too_many_images', `A batch has at most ${most} images`);
}
