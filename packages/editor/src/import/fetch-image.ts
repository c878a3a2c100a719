/**
 * Reason why the image at a URL could not be fetched. `use-url-failure-words.ts` has a message for each.
 *
 * | code | happens when |
 * | --- | --- |
 * | `invalid` | the text is no URL of the web |
 * | `private` | the URL is not open to the public |
 * | `not-a-picture` | the URL leads to something other than an image |
 * | `too-large` | the image is over the limit for any file |
 * | `refused` | the other site refused the request, with the status |
 * | `unreachable` | no server answers at the URL, or its redirects never end |
 * | `timeout` | the request took too long |
 * | `too-many` | this visitor made too many requests |
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
 * Fetches an image from the web through the page's own server, because a page may not read most other sites.
 * @returns the image. Its name is the file name in the URL.
 * @throws {UrlError} or the signal's reason.
 */
export type FetchImage = (url: URL, signal: AbortSignal) => Promise<File>;
