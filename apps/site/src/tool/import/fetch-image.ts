import { BackendError, requestFunction } from '#backend/call-function.ts';

import { nameInUrl } from './image-url.ts';

/**
 * Why the picture behind an address did not come; each is worded in `worded-address-failure.ts`.
 *
 * | code | happens when |
 * | --- | --- |
 * | `invalid` | it is no address on the web |
 * | `private` | it is not for everybody |
 * | `not-a-picture` | there is something else |
 * | `too-large` | the picture is over the limit for any file |
 * | `refused` | the other site said no, with the status |
 * | `unreachable` | there is nobody, or the way there never ends |
 * | `timeout` | it took too long |
 * | `too-many` | this visitor asked too often |
 * | `not-offered` | this site has no such function |
 * | `network` | our own server did not answer |
 * | `failed` | our own server failed |
 */
export type UrlFailureCode =
  | 'invalid'
  | 'private'
  | 'not-a-picture'
  | 'too-large'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'too-many'
  | 'not-offered'
  | 'network'
  | 'failed';

export class UrlError extends Error {
  override readonly name = 'AddressError';
  readonly code: UrlFailureCode;
  /** What the other site answered. */
  readonly status: number | undefined;

  constructor(code: UrlFailureCode, message: string, options?: ErrorOptions & { status?: number | undefined }) {
    super(message, options);
    this.code = code;
    this.status = options?.status;
  }
}

/** The proxy's own codes; see `supabase/functions/image-proxy/handle.ts`. */
const codes: Readonly<Record<string, UrlFailureCode>> = {
  'url-invalid': 'invalid',
  'address-invalid': 'invalid',
  'address-private': 'private',
  'too-large': 'too-large',
  'not-a-picture': 'not-a-picture',
  timeout: 'timeout',
  unreachable: 'unreachable',
  'too-many-redirects': 'unreachable',
  'refused-by-host': 'refused',
  'too-many-requests': 'too-many',
  busy: 'too-many',
  'origin-refused': 'not-offered',
};

/**
 * Fetches a picture from the web through the backend: the page itself speaks to its own server alone.
 * @returns the picture, called as the address calls it.
 * @throws {UrlError} or the signal's reason.
 */
export async function fetchImage(url: URL, signal: AbortSignal): Promise<File> {
  try {
    const response = await requestFunction('image-proxy', { url: url.href }, signal);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.startsWith('image/')) {
      return new File([await response.blob()], nameInUrl(url), { type });
    }
    // Some static hosts answer every address with a page, and others with a refusal of the method: nobody is there.
    if (!type.includes('json')) throw new UrlError('not-offered', `${response.status} ${type}`);
    throw refusalIn(await response.json());
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UrlError) throw error;
    const code = error instanceof BackendError && error.code === 'not-offered' ? 'not-offered' : 'network';
    throw new UrlError(code, String(error), { cause: error });
  }
}

function refusalIn(answer: unknown): UrlError {
  if (typeof answer !== 'object' || answer === null) return new UrlError('failed', 'The answer is no object');
  const { code, status } = answer as { code?: unknown; status?: unknown };
  const known = typeof code === 'string' ? codes[code] : undefined;
  return new UrlError(known ?? 'failed', String(code), { status: typeof status === 'number' ? status : undefined });
}
