import type { FunctionContext } from './context.ts';
import { FunctionError } from './function-error.ts';
import { pictureType, signatureBytes } from './picture-type.ts';
import { parsePublicUrl, publicAddressesOf } from './public-url.ts';

/** Maximum size of an image, in bytes; the same as for an image that is dropped on the page. */
export const maxPictureBytes = 10 * 1024 * 1024;
const maxRedirects = 5;

const redirects = new Set([301, 302, 303, 307, 308]);

type FetchContext = Pick<FunctionContext, 'fetch' | 'resolve'>;

/** An image whose first bytes have been read and checked. */
export interface OpenPicture {
  readonly type: string;
  /** Size that the host states, in bytes; null when it states none. */
  readonly sizeBytes: number | null;
  readonly beginning: Uint8Array<ArrayBuffer>;
  /** Bytes after the beginning. */
  readonly rest: AsyncIterator<Uint8Array>;
}

/**
 * Opens an image of the public web. Every address is checked, also of each redirect, and no data of the caller is sent.
 * @param maxBytes maximum size of the image, in bytes.
 * @throws {FunctionError} `address-invalid` 400, `address-private` 403, `too-large` 413, `not-a-picture` 415, and 502
 *   for `unreachable`, `too-many-redirects` and `refused-by-host`, with the host's `status`; or the reason of the
 *   signal.
 */
export async function openPicture(
  url: URL,
  context: FetchContext,
  signal: AbortSignal,
  maxBytes = maxPictureBytes,
): Promise<OpenPicture> {
  return await unlessAborted(signal, followTo(url, context, signal, maxBytes));
}

/**
 * Reads a whole image of the public web.
 * @throws as `openPicture`; `too-large` also when the body exceeds the limit, and `unreachable` when it breaks off.
 */
export async function readPicture(
  url: URL,
  context: FetchContext,
  signal: AbortSignal,
  maxBytes = maxPictureBytes,
): Promise<Uint8Array<ArrayBuffer>> {
  const { beginning, rest } = await openPicture(url, context, signal, maxBytes);
  const chunks: Uint8Array<ArrayBuffer>[] = [beginning];
  let sizeBytes = beginning.byteLength;
  for (;;) {
    const { done, value } = await unlessAborted(signal, rest.next()).catch((cause: unknown) => {
      signal.throwIfAborted();
      throw unreachable(url, cause);
    });
    if (done === true) return new Uint8Array(await new Blob(chunks).arrayBuffer());
    sizeBytes += value.byteLength;
    if (sizeBytes > maxBytes) {
      await rest.return?.();
      throw tooLarge(maxBytes);
    }
    chunks.push(new Uint8Array(value));
  }
}

async function followTo(url: URL, context: FetchContext, signal: AbortSignal, maxBytes: number): Promise<OpenPicture> {
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
    if (location === null) return await beginPicture(response, target, maxBytes);
    await response.body?.cancel();
    target = parsePublicUrl(location, target);
  }
  throw new FunctionError('too-many-redirects', 502, `The host redirects more than ${maxRedirects} times`);
}

/** Reads the response only until the type of the image is known. */
async function beginPicture(response: Response, url: URL, maxBytes: number): Promise<OpenPicture> {
  const { ok, status, body } = response;
  if (!ok) {
    await body?.cancel();
    throw new FunctionError('refused-by-host', 502, `${url.hostname} answered ${status}`, { details: { status } });
  }
  // The stated length of a compressed body is its compressed size.
  const isPacked = response.headers.has('content-encoding');
  const stated = isPacked ? null : response.headers.get('content-length');
  const sizeBytes = stated !== null && /^\d+$/.test(stated) ? Number(stated) : null;
  if (sizeBytes !== null && sizeBytes > maxBytes) {
    await body?.cancel();
    throw tooLarge(maxBytes);
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

function tooLarge(maxBytes: number): FunctionError {
  return new FunctionError('too-large', 413, `The picture is larger than ${maxBytes} bytes`);
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

/** Rejects when the signal aborts. The work itself, such as a DNS look-up, cannot be aborted and continues. */
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
