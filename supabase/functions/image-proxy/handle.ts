import type { FunctionContext } from '../_shared/context.ts';
import { corsHeaders } from '../_shared/cors.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { postFunction } from '../_shared/post-function.ts';
import { readFields, textIn } from '../_shared/read-fields.ts';
import { pictureType, signatureBytes } from './picture-type.ts';
import { parsePublicUrl, publicAddressesOf } from './public-url.ts';

const maxUrlCharacters = 4096;
/** The same as for a picture that is dropped on the page. */
const maxPictureBytes = 10 * 1024 * 1024;
const maxRedirects = 5;
/** For everything together: looking up, redirects, and the bytes. */
const timeLimitMs = 10_000;

const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a picture from the public web for a page that may not: `{ url }`, answered by its bytes. Nothing of the caller
 * goes to the host, and nothing of the host but the bytes to the caller.
 * Its own codes: `url-invalid` 400, `address-invalid` 400, `address-private` 403, `too-large` 413, `not-a-picture` 415,
 * `timeout` 504, and 502 for `unreachable`, `too-many-redirects` and `refused-by-host`, with the host's `status`.
 */
export const handleImageProxy = postFunction({ requests: 60, windowMs: 60_000 }, async (request, context) => {
  const url = parsePublicUrl(textIn(await readFields(request), 'url', maxUrlCharacters));
  const timeLimit = new AbortController();
  const timer = setTimeout(() => timeLimit.abort(), timeLimitMs);
  const signal = AbortSignal.any([timeLimit.signal, request.signal]);
  try {
    return answerPicture(await unlessAborted(signal, fetchPicture(url, context, signal)));
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new FunctionError('timeout', 504, `The picture did not come within ${timeLimitMs / 1000} s`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
});

async function fetchPicture(url: URL, context: FunctionContext, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  let target = url;
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const addresses = await publicAddressesOf(target, context.resolve);
    const response = await context
      .fetch(target, {
        addresses,
        signal,
        redirect: 'manual',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        headers: { accept: 'image/jpeg, image/png, image/webp' },
      })
      .catch((cause: unknown) => {
        throw unreachable(target, cause);
      });
    const location = redirects.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return await readPicture(response, target);
    await response.body?.cancel();
    target = parsePublicUrl(location, target);
  }
  throw new FunctionError('too-many-redirects', 502, `The host redirects more than ${maxRedirects} times`);
}

/** Reads no further than it must: neither past the limit, nor past a beginning that is no picture's. */
async function readPicture(response: Response, url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const { ok, status, body } = response;
  if (!ok) {
    await body?.cancel();
    throw new FunctionError('refused-by-host', 502, `${url.hostname} answered ${status}`, { details: { status } });
  }
  const stated = Number(response.headers.get('content-length') ?? 0);
  if (stated > maxPictureBytes) {
    await body?.cancel();
    throw tooLarge();
  }
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of body ?? []) {
      const isBeginning = sizeBytes < signatureBytes;
      chunks.push(chunk);
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxPictureBytes) throw tooLarge();
      if (isBeginning && sizeBytes >= signatureBytes) mustBePicture(joined(chunks, sizeBytes));
    }
  } catch (error) {
    throw error instanceof FunctionError ? error : unreachable(url, error);
  }
  const picture = joined(chunks, sizeBytes);
  mustBePicture(picture);
  return picture;
}

function answerPicture(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: {
      ...corsHeaders,
      'content-type': mustBePicture(bytes),
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

function mustBePicture(bytes: Uint8Array): string {
  const type = pictureType(bytes);
  if (type) return type;
  throw new FunctionError('not-a-picture', 415, 'What is there is no JPEG, PNG or WebP picture');
}

function joined(chunks: readonly Uint8Array[], sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(sizeBytes);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(): FunctionError {
  return new FunctionError('too-large', 413, `The picture is larger than ${maxPictureBytes} bytes`);
}

function unreachable({ hostname }: URL, cause: unknown): FunctionError {
  return new FunctionError('unreachable', 502, `${hostname} could not be reached, or broke off`, { cause });
}

/** A look-up cannot be aborted: it is left to itself. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
