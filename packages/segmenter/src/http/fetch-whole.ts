import { SegmenterError, type SegmenterErrorCode } from '../api/errors.ts';
import type { FetchFunction } from '../api/options.ts';
import { htmlAnswer, isPassing, persist, receive } from './receive.ts';

export interface FetchWholeOptions {
  readonly signal?: AbortSignal | undefined;
  readonly cache?: RequestCache;
  readonly attempts?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly credentials?: RequestCredentials;
  /** Default: the browser's own. */
  readonly fetch?: FetchFunction | undefined;
}

/** Error when the server can be reached but does not have the file. */
export class MissingFileError extends SegmenterError {}

/**
 * Fetches a file of any size. If the connection breaks or stalls, or the server is overloaded, it starts again.
 * @param refusal the error code when the server refuses the file or answers with an HTML page.
 * @throws {SegmenterError} `refusal`; `network` when all attempts failed; the signal's reason.
 */
export function fetchWhole(
  url: string,
  refusal: SegmenterErrorCode,
  { signal = new AbortController().signal, attempts, fetch, ...init }: FetchWholeOptions = {},
): Promise<ArrayBuffer> {
  const accept = ({ ok, status }: Response) => {
    const words = `${url} answered ${status}`;
    if (isPassing(status)) throw new Error(words);
    if (status === 404) throw new MissingFileError(refusal, words);
    if (!ok) throw new SegmenterError(refusal, words);
  };
  const attempt = async () => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    await receive(url, { signal, ...init }, { accept, take: (chunk) => chunks.push(chunk), fetch });
    const bytes = await new Blob(chunks).arrayBuffer();
    if (beginsAsHtml(bytes)) throw htmlAnswer(url, refusal);
    return bytes;
  };
  return persist(attempt, { url, signal, attempts });
}

/** Checks the body rather than the content type, because some servers label every file as HTML. */
function beginsAsHtml(bytes: ArrayBuffer): boolean {
  return /^\s*<(!doctype|html|head|body)\b/i.test(new TextDecoder().decode(bytes.slice(0, 200)));
}
