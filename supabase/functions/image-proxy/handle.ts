import { isFromSite } from '../_shared/cors.ts';
import { createPlaces } from '../_shared/create-places.ts';
import { FunctionError } from '../_shared/function-error.ts';
import { clientPrefixBits, networkOf } from '../_shared/ip-address.ts';
import { maxPictureBytes, type OpenPicture, openPicture } from '../_shared/open-picture.ts';
import { postFunction } from '../_shared/post-function.ts';
import { parsePublicUrl } from '../_shared/public-url.ts';
import { readFields, textIn } from '../_shared/read-fields.ts';

const maxUrlCharacters = 4096;
/** Time limit, in milliseconds, for the beginning of the image: look-up, redirects and the first bytes. */
const beginLimitMs = 10_000;
/** Time limit, in milliseconds, for the whole image. */
const timeLimitMs = 60_000;
/** Limits the images in progress in this process and for one caller. */
const places = createPlaces({ ofAll: 24, ofCaller: 4 });

/**
 * Fetches an image from the public web for a page of the site. The body is `{ url }`; the answer streams the bytes. No
 * data of the caller goes to the host, and nothing but the bytes of the host to the caller.
 * Its own codes: `origin-refused` 403 for a request that no page of the site sent, `busy` 503, `url-invalid` 400,
 * `address-invalid` 400, `address-private` 403, `too-large` 413, `not-a-picture` 415, `timeout` 504, and 502 for
 * `unreachable`, `too-many-redirects` and `refused-by-host`, with the host's `status`. An image that turns out to be
 * too large or too slow after it began breaks off.
 */
export const handleImageProxy = postFunction(
  { name: 'image-proxy', requests: 60, windowMs: 60_000 },
  async (request, context) => {
    if (!isFromSite(request, context.origins)) {
      throw new FunctionError('origin-refused', 403, 'Only pages of the site may ask for pictures');
    }
    const url = parsePublicUrl(textIn(await readFields(request), 'url', maxUrlCharacters));
    const leave = places.enter(context.ip ? networkOf(context.ip, clientPrefixBits) : '');
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
      const picture = await openPicture(url, context, signal);
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
 * Returns an answer that streams the image. @param end called after the last byte, after a failure, or when the caller
 * leaves.
 */
function answerPicture({ type, sizeBytes, beginning, rest }: OpenPicture, end: () => void): Response {
  let passedBytes = beginning.byteLength;
  // The stream holds one chunk, and reads the next when the caller has taken it.
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
