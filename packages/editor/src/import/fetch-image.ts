/**
 * Why the image at a URL did not come; `use-url-failure-words.ts` has the words of each.
 *
 * | code | happens when |
 * | --- | --- |
 * | `invalid` | it is no URL of the web |
 * | `private` | it is not open to the public |
 * | `not-a-picture` | there is something else |
 * | `too-large` | the image is over the limit for any file |
 * | `refused` | the other site said no, with the status |
 * | `unreachable` | no server answers there, or its redirects never end |
 * | `timeout` | it took too long |
 * | `too-many` | this visitor asked too often |
 * | `not-offered` | the page's server has no such function |
 * | `network` | the page's server did not answer |
 * | `failed` | the page's server failed |
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
  override readonly name = 'UrlError';
  readonly code: UrlFailureCode;
  /** HTTP status of the other site. */
  readonly status: number | undefined;

  constructor(code: UrlFailureCode, message: string, options?: ErrorOptions & { status?: number | undefined }) {
    super(message, options);
    this.code = code;
    this.status = options?.status;
  }
}

/**
 * Fetches an image from the web. A page may not read most other sites, so this asks the page's own server.
 * @returns the image, named as the URL names it.
 * @throws {UrlError} or the signal's reason.
 */
export type FetchImage = (url: URL, signal: AbortSignal) => Promise<File>;
