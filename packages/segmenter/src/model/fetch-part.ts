import { SegmenterError } from '../api/errors.ts';
import type { ModelRequest } from '../api/options.ts';
import { freeBuffers } from './free-buffers.ts';
import { htmlAnswer, isPassing, persist, receive } from '../http/receive.ts';

interface FetchPartOptions {
  readonly signal: AbortSignal;
  readonly request?: Partial<ModelRequest>;
  /** Called with the number of received bytes of this part. It falls back to 0 when the server can only start again. */
  readonly onBytes: (receivedBytes: number) => void;
}

/**
 * Fetches a file of known size directly into its place in memory. After a broken connection it resumes where it
 * stopped: by a range request if the server supports them, otherwise from the start. There is no limit on broken
 * connections as long as each attempt makes progress.
 * @param target exactly as long as the file.
 * @throws {SegmenterError} `model-load-failed` when the server does not have the file, has a shorter or longer one,
 *   or answers with an HTML page; `network` when the connection broke repeatedly, or nothing arrived.
 */
export async function fetchPart(
  url: string,
  target: Uint8Array,
  { signal, request, onBytes }: FetchPartOptions,
): Promise<void> {
  let received = 0;
  let furthest = 0;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  /** Message of the last answer that ended properly but too early. It is cleared when a later answer brings more. */
  let shortAnswer: string | undefined;

  const accept = (response: Response) => {
    const start = startOf(response, received, url);
    received = start ?? 0;
    if (start === undefined) throw new Error('the server answered with another part of the file');
  };
  const take = (chunk: Uint8Array<ArrayBuffer>) => {
    if (received + chunk.length > target.length) {
      throw new SegmenterError('model-load-failed', `${url} is longer than the manifest says`);
    }
    target.set(chunk, received);
    received += chunk.length;
    chunks.push(chunk);
    if (received > furthest) shortAnswer = undefined;
    onBytes(received);
  };
  const attempt = async () => {
    const range = received > 0 && { range: `bytes=${received}-` };
    // The parts have their own cache. A second copy in the HTTP cache would only displace other files.
    const init = { signal, cache: 'no-store', ...request, headers: { ...request?.headers, ...range } } as const;
    await receive(url, init, { accept, take });
    if (received === target.length) return;
    shortAnswer = `${url}: only ${received} of ${target.length} bytes are there`;
    throw new Error(shortAnswer);
  };
  // Progress is measured by the furthest byte ever received: a server that always starts again makes none.
  const gotFurther = () => {
    const isFurther = received > furthest;
    furthest = Math.max(furthest, received);
    return isFurther;
  };
  try {
    await persist(attempt, { url, signal, gotFurther });
  } catch (error) {
    // A server that ends its answers properly has no more bytes; one whose connection breaks might.
    const isShort = shortAnswer !== undefined && error instanceof SegmenterError && error.code === 'network';
    throw isShort ? new SegmenterError('model-load-failed', shortAnswer, { cause: error }) : error;
  }
  freeBuffers(chunks);
}

/**
 * Returns the offset at which the first byte of the answer belongs, or undefined if it is neither the wanted one nor
 * the file's beginning.
 * @param wantedStart the offset at which the answer should begin.
 */
function startOf({ ok, status, headers }: Response, wantedStart: number, url: string): number | undefined {
  if (ok && headers.get('content-type')?.startsWith('text/html')) throw htmlAnswer(url, 'model-load-failed');
  if (status === 206) {
    const begins = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
    return Number(begins) === wantedStart ? wantedStart : undefined;
  }
  if (ok) return 0;
  if (isPassing(status)) throw new Error(`${url} answered ${status}`);
  // 416: the server has no bytes beyond those received, though the manifest declares more.
  throw new SegmenterError('model-load-failed', `${url} answered ${status}`);
}
