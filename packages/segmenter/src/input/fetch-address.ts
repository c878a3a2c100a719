import { SegmenterError } from '../api/errors.ts';
import type { FetchFunction } from '../api/options.ts';
import { fetchWhole } from '../http/fetch-whole.ts';

/** What a page itself could show in an `<img>`. No `file:`, and nothing that is a script. */
const schemes = ['http:', 'https:', 'blob:', 'data:'];

/**
 * Fetches a picture. A connection that breaks is tried once more and no oftener: the caller can repeat the call.
 * @param address relative to the page.
 * @throws {SegmenterError} `source-unavailable` when it may not be asked or gives no file, `network` when it stays out of
 *   reach; the signal's reason.
 */
export async function fetchAddress(
  address: string,
  fetch: FetchFunction | undefined,
  signal: AbortSignal,
): Promise<Blob> {
  const { href, protocol, origin, username, password } = urlOf(address);
  if (!schemes.includes(protocol)) {
    throw new SegmenterError('source-unavailable', `an address of ${protocol} is not asked; ${schemes.join(', ')} are`);
  }
  // `fetch` asks none. They stay out of the message, which may be logged.
  if (username !== '' || password !== '') {
    throw new SegmenterError('source-unavailable', 'an address with a name or password is not asked');
  }
  const isLocal = protocol === 'blob:' || protocol === 'data:';
  try {
    return new Blob([await fetchWhole(href, 'source-unavailable', { signal, fetch, attempts: isLocal ? 1 : 2 })]);
  } catch (error) {
    if (!(error instanceof SegmenterError) || error.code !== 'network') throw error;
    // A `data:` address is the picture itself, too long for a message.
    if (isLocal)
      throw new SegmenterError('source-unavailable', `the ${protocol} address gives nothing`, { cause: error });
    if (origin === location.origin) throw error;
    // Browsers do not tell which of the two it was.
    const detail = `${error.detail}; or ${origin} does not allow this page to read it (CORS)`;
    throw new SegmenterError('network', detail, { cause: error });
  }
}

function urlOf(address: string): URL {
  // A segmenter may be made in a worker too.
  const base = typeof document === 'undefined' ? location.href : document.baseURI;
  if (URL.canParse(address, base)) return new URL(address, base);
  throw new SegmenterError('source-unavailable', `‘${address.slice(0, 200)}’ is no address`);
}
