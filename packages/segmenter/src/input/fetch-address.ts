import { SegmenterError } from '../api/errors.ts';
import type { FetchFunction } from '../api/options.ts';
import { fetchWhole } from '../http/fetch-whole.ts';

/** Allowed address schemes: those that an `<img>` can show. `file:` and `javascript:` are not among them. */
const schemes = ['http:', 'https:', 'blob:', 'data:'];

/**
 * Fetches an image. After a broken connection the request is repeated once. Further attempts are left to the caller, who
 * can repeat the call.
 * @param address absolute, or relative to the page.
 * @throws {SegmenterError} `source-unavailable` when the address is not allowed or returns no file, `network` when the
 *   server cannot be reached; the signal's reason.
 */
export async function fetchAddress(
  address: string,
  fetch: FetchFunction | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  const { href, protocol, origin, username, password } = urlOf(address);
  if (!schemes.includes(protocol)) {
    throw new SegmenterError(
      'source-unavailable',
      `an address of ${protocol} is not fetched; ${schemes.join(', ')} are`,
    );
  }
  // `fetch` refuses addresses with credentials. The message leaves them out because it may be logged.
  if (username !== '' || password !== '') {
    throw new SegmenterError('source-unavailable', 'an address with a user name or password is not fetched');
  }
  const isLocal = protocol === 'blob:' || protocol === 'data:';
  try {
    return new Blob([await fetchWhole(href, 'source-unavailable', { signal, fetch, attempts: isLocal ? 1 : 2 })]);
  } catch (error) {
    if (!(error instanceof SegmenterError) || error.code !== 'network') throw error;
    // The message leaves a `data:` address out: it contains the whole image and is too long.
    if (isLocal)
      throw new SegmenterError('source-unavailable', `the ${protocol} address cannot be read`, { cause: error });
    if (origin === location.origin) throw error;
    // Browsers do not report whether the connection failed or CORS blocked the request, so the message names both.
    const detail = `${error.detail}; or ${origin} does not allow this page to read it (CORS)`;
    throw new SegmenterError('network', detail, { cause: error });
  }
}

function urlOf(address: string): URL {
  // A segmenter may also be created in a worker, which has no `document`.
  const base = typeof document === 'undefined' ? location.href : document.baseURI;
  if (URL.canParse(address, base)) return new URL(address, base);
  throw new SegmenterError('source-unavailable', `‘${address.slice(0, 200)}’ is not a valid address`);
}
