import { SegmenterError } from '../api/errors.ts';
import type { ModelRequest } from '../api/options.ts';
import { freeBuffers } from './free-buffers.ts';
import { htmlAnswer, isPassing, persist, receive } from '../http/receive.ts';

interface FetchPartOptions {
  readonly signal: AbortSignal;
  readonly request?: Partial<ModelRequest>;
  /** Called with the bytes of this part that are there; falls back to 0 when a server can only begin again. */
  readonly onBytes: (receivedBytes: number) => void;
}

/**
 * Fetches a file of known size straight into its place in memory, and goes on where it stopped when the connection
 * breaks: by a range request where the server knows them, else from the start. A connection that gets somewhere may break
 * as often as it likes.
 * @param target exactly as long as the file.
 * @throws {SegmenterError} `model-load-failed` when the server has no such file, a shorter or longer one, or answers with an
 *   HTML page; `network` when the connection broke and stayed broken, or nothing arrived.
 */
export async function fetchPart(
  url: string,
  target: Uint8Array,
  { signal, request, onBytes }: FetchPartOptions,
): Promise<void> {
  let received = 0;
  let furthest = 0;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  /** The last answer that ended properly, and too early, unless a later one brought more. */
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
    // The parts have a cache of their own; a second copy in the HTTP cache would only push other things out.
    const init = { signal, cache: 'no-store', ...request, headers: { ...request?.headers, ...range } } as const;
    await receive(url, init, { accept, take });
    if (received === target.length) return;
    shortAnswer = `${url}: only ${received} of ${target.length} bytes are there`;
    throw new Error(shortAnswer);
  };
  // Measured by the furthest byte ever had: a server that begins again and again gets nowhere.
  const gotFurther = () => {
    const isFurther = received > furthest;
    furthest = Math.max(furthest, received);
    return isFurther;
  };
  try {
    await persist(attempt, { url, signal, gotFurther });
  } catch (error) {
    // A server that ends its answers properly has no more to give; one that breaks off might.
    const isShort = shortAnswer !== undefined && error instanceof SegmenterError && error.code === 'network';
    throw isShort ? new SegmenterError('model-load-failed', shortAnswer, { cause: error }) : error;
  }
  freeBuffers(chunks);
}

/**
 * @param wantedStart where the answer should begin.
 * @returns the offset at which its first byte belongs; undefined where it is neither that nor the file's beginning.
 */
function startOf({ ok, status, headers }: Response, wantedStart: number, url: string): number | undefined {
  if (ok && headers.get('content-type')?.startsWith('text/html')) throw htmlAnswer(url, 'model-load-failed');
  if (status === 206) {
    const begins = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1];
    return Number(begins) === wantedStart ? wantedStart : undefined;
  }
  if (ok) return 0;
  if (isPassing(status)) throw new Error(`${url} answered ${status}`);
  // 416: the server holds nothing beyond what came, though the manifest says there is more.
  throw new SegmenterError('model-load-failed', `${url} answered ${status}`);
}
