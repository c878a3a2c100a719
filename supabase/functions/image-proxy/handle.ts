import type { FunctionContext } from '../_shared/context.ts';
import { isFromSite } from '../_shared/cors.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { postFunction } from '../_shared/post-function.ts';
import { readFields, textIn } from '../_shared/read-fields.ts';
import { pictureType, signatureBytes } from './picture-type.ts';
import { parsePublicUrl, publicAddressesOf } from './public-url.ts';

const maxUrlCharacters = 4096;
/** The same as for a picture that is dropped on the page. */
const maxPictureBytes = 10 * 1024 * 1024;
const maxRedirects = 5;
/** Until the picture begins: looking up, redirects, and the first bytes. */
const beginLimitMs = 10_000;
/** Until its end. */
const timeLimitMs = 60_000;
/** How many pictures are under way at once, in this process and for one caller. */
const maxUnderWay = 24;
const maxUnderWayOfCaller = 4;

const redirects = new Set([301, 302, 303, 307, 308]);

/** How many pictures are under way for each caller. */
const underWay = new Map<string, number>();

/**
 * Fetches a picture from the public web for a page of the site: `{ url }`, answered by its bytes, which are passed on as
 * they come. Nothing of the caller goes to the host, and nothing of the host but the bytes to the caller.
 * Its own codes: `origin-refused` 403 for a request that no page of the site sent, `busy` 503, `url-invalid` 400,
 * `address-invalid` 400, `address-private` 403, `too-large` 413, `not-a-picture` 415, `timeout` 504, and 502 for
 * `unreachable`, `too-many-redirects` and `refused-by-host`, with the host's `status`. A picture that turns out to be too
 * large or too slow after it began breaks off.
 */
export const handleImageProxy = postFunction(
  { name: 'image-proxy', requests: 60, windowMs: 60_000 },
  async (request, context) => {
    if (!isFromSite(request, context.origins)) {
      throw new FunctionError('origin-refused', 403, 'Only pages of the site may ask for pictures');
    }
    const url = parsePublicUrl(textIn(await readFields(request), 'url', maxUrlCharacters));
    const leave = enter(context.ip ?? '');
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, request.signal]);
    const beginTimer = setTimeout(() => stop.abort(), beginLimitMs);
    const end = () => {
      clearTimeout(timer);
      stop.abort();
      leave();
    };
    const timer = setTimeout(end, timeLimitMs);
    request.signal.addEventListener('abort', end, { once: true });
    try {
      const picture = await unlessAborted(signal, openPicture(url, context, signal));
      return answerPicture(picture, end);
    } catch (error) {
      const isLate = signal.aborted;
      end();
      if (!isLate) throw error;
      throw new FunctionError('timeout', 504, `The picture did not begin within ${beginLimitMs / 1000} s`, {
        cause: error,
      });
    } finally {
      clearTimeout(beginTimer);
    }
  },
);

/**
 * Takes a place for one picture.
 * @returns what gives the place back; it may be called again.
 * @throws {FunctionError} code `busy` when none is free.
 */
function enter(caller: string): () => void {
  const ofCaller = underWay.get(caller) ?? 0;
  const ofAll = [...underWay.values()].reduce((sum, count) => sum + count, 0);
  if (ofCaller >= maxUnderWayOfCaller || ofAll >= maxUnderWay) {
    throw new FunctionError('busy', 503, 'Too many pictures are under way: try again in a moment', {
      headers: { 'retry-after': '2' },
    });
  }
  underWay.set(caller, ofCaller + 1);
  let isInside = true;
  return () => {
    if (!isInside) return;
    isInside = false;
    const left = (underWay.get(caller) ?? 0) - 1;
    if (left > 0) underWay.set(caller, left);
    else underWay.delete(caller);
  };
}

/** A picture whose beginning was read and is one. */
interface OpenPicture {
  readonly type: string;
  /** As its host states it; null where it does not. */
  readonly sizeBytes: number | null;
  readonly beginning: Uint8Array<ArrayBuffer>;
  /** What follows the beginning. */
  readonly rest: AsyncIterator<Uint8Array>;
}

async function openPicture(url: URL, context: FunctionContext, signal: AbortSignal): Promise<OpenPicture> {
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
    if (location === null) return await beginPicture(response, target);
    await response.body?.cancel();
    target = parsePublicUrl(location, target);
  }
  throw new FunctionError('too-many-redirects', 502, `The host redirects more than ${maxRedirects} times`);
}

/** Reads no further than it must to know what it is. */
async function beginPicture(response: Response, url: URL): Promise<OpenPicture> {
  const { ok, status, body } = response;
  if (!ok) {
    await body?.cancel();
    throw new FunctionError('refused-by-host', 502, `${url.hostname} answered ${status}`, { details: { status } });
  }
  // Of a packed body it is the packed size.
  const isPacked = response.headers.has('content-encoding');
  const stated = isPacked ? null : response.headers.get('content-length');
  const sizeBytes = stated !== null && /^\d+$/.test(stated) ? Number(stated) : null;
  if (sizeBytes !== null && sizeBytes > maxPictureBytes) {
    await body?.cancel();
    throw new FunctionError('too-large', 413, `The picture is larger than ${maxPictureBytes} bytes`);
  }
  const rest = (body ?? new ReadableStream<Uint8Array>({ start: (empty) => empty.close() }))[Symbol.asyncIterator]();
  let beginning = new Uint8Array();
  while (beginning.byteLength < signatureBytes) {
    const { done, value } = await rest.next().catch((cause: unknown) => {
      throw unreachable(url, cause);
    });
    if (done === true) break;
    beginning = joined(beginning, value);
  }
  const type = pictureType(beginning);
  if (type) return { type, sizeBytes, beginning, rest };
  await rest.return?.();
  throw new FunctionError('not-a-picture', 415, 'What is there is no JPEG, PNG or WebP picture');
}

/** @param end is called once the last byte was passed on, or the picture broke off, or the caller left. */
function answerPicture({ type, sizeBytes, beginning, rest }: OpenPicture, end: () => void): Response {
  let passedBytes = beginning.byteLength;
  // One chunk at a time, and the next only when the caller has taken it.
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(beginning),
      pull: async (controller) => {
        try {
          const { done, value } = await rest.next();
          if (done === true) {
            end();
            return controller.close();
          }
          passedBytes += value.byteLength;
          if (passedBytes > maxPictureBytes) throw new Error(`The picture is larger than ${maxPictureBytes} bytes`);
          controller.enqueue(value);
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      cancel: () => end(),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': type,
      ...(sizeBytes !== null && { 'content-length': String(sizeBytes) }),
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  });
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.byteLength + second.byteLength);
  bytes.set(first);
  bytes.set(second, first.byteLength);
  return bytes;
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
