import { type FetchImage, nameInUrl, UrlError, type UrlFailureCode } from '@isola/editor';

import { BackendError, requestFunction } from '#backend/call-function.ts';

/** Editor's failure code for each code of the image proxy; see `supabase/functions/image-proxy/handle.ts`. */
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

/** Fetches an image from the web through the backend, so that the page sends requests only to its own server. */
export const fetchImage: FetchImage = async (url, signal) => {
  try {
    const response = await requestFunction('image-proxy', { url: url.href }, signal);
    const type = response.headers.get('content-type') ?? '';
    if (response.ok && type.startsWith('image/')) {
      return new File([await response.blob()], nameInUrl(url), { type });
    }
    // Static hosts have no such function: some answer every URL with a page, others refuse the method.
    if (!type.includes('json')) throw new UrlError('not-offered', `${response.status} ${type}`);
    throw refusalIn(await response.json());
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UrlError) throw error;
    const code = error instanceof BackendError && error.code === 'not-offered' ? 'not-offered' : 'network';
    throw new UrlError(code, String(error), { cause: error });
  }
};

function refusalIn(answer: unknown): UrlError {
  if (typeof answer !== 'object' || answer === null) return new UrlError('failed', 'The answer is not an object');
  const { code, status } = answer as { code?: unknown; status?: unknown };
  const known = typeof code === 'string' ? codes[code] : undefined;
  return new UrlError(known ?? 'failed', String(code), { status: typeof status === 'number' ? status : undefined });
}
