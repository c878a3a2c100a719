import { SegmenterError } from '../api/errors.ts';
import type { ModelRequest } from '../api/options.ts';
import { htmlAnswer, isPassing, maxAttempts, pauseAfter, receive } from '../http/receive.ts';

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
export async function fetchPart(url: string, target: Uint8Array, options: FetchPartOptions): Promise<void> {
  const { signal } = options;
  let received = 0;
  let furthest = 0;
  /** Since the last one that got further. */
  let failedAttempts = 0;
  let shortAnswer: ShortAnswer | undefined;
  while (received < target.length) {
    try {
      received = await receiveFrom(received, url, target, options);
      if (received < target.length) throw new ShortAnswer(received, target.length);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Interrupted)) throw error;
      received = error.receivedBytes;
      // Measured by the furthest byte ever had: a server that begins again and again gets nowhere.
      const gotFurther = received > furthest;
      furthest = Math.max(furthest, received);
      failedAttempts = gotFurther ? 0 : failedAttempts + 1;
      if (error instanceof ShortAnswer) shortAnswer = error;
      else if (gotFurther) shortAnswer = undefined;
      if (failedAttempts >= maxAttempts) throw asSegmenterError(shortAnswer ?? error, url);
      await pauseAfter(failedAttempts, signal);
    }
  }
}

/** The stream stopped; what came before it stopped is in its place. */
class Interrupted extends Error {
  readonly receivedBytes: number;

  constructor(receivedBytes: number, cause?: unknown) {
    const why = cause instanceof Error || cause instanceof DOMException ? ` (${cause.message})` : '';
    super(`the connection broke after ${receivedBytes} bytes${why}`, { cause });
    this.receivedBytes = receivedBytes;
  }
}

/** The server ended the answer properly, and too early. */
class ShortAnswer extends Interrupted {
  constructor(receivedBytes: number, wantedBytes: number) {
    super(receivedBytes);
    this.message = `only ${receivedBytes} of ${wantedBytes} bytes are there`;
  }
}

async function receiveFrom(
  startAt: number,
  url: string,
  target: Uint8Array,
  { signal, request, onBytes }: FetchPartOptions,
): Promise<number> {
  let received = startAt;
  // The parts have a cache of their own; a second copy in the HTTP cache would only push other things out.
  const range = startAt > 0 && { range: `bytes=${startAt}-` };
  try {
    await receive(
      url,
      { signal, cache: 'no-store', ...request, headers: { ...request?.headers, ...range } },
      {
        accept(response) {
          received = acceptedStart(response, startAt, url);
        },
        take(chunk) {
          if (received + chunk.length > target.length) {
            throw new SegmenterError('model-load-failed', `${url} is longer than the manifest says`);
          }
          target.set(chunk, received);
          received += chunk.length;
          onBytes(received);
        },
      },
    );
    return received;
  } catch (error) {
    if (error instanceof SegmenterError) throw error;
    throw new Interrupted(received, error);
  }
}

/** @returns the offset at which the answer's first byte belongs. */
function acceptedStart(response: Response, startAt: number, url: string): number {
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
    throw htmlAnswer(url, 'model-load-failed');
  }
  if (response.status === 206) {
    const begins = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
    if (Number(begins) === startAt) return startAt;
    throw new Interrupted(0);
  }
  if (response.ok) return 0;
  if (isPassing(response.status)) throw new Interrupted(startAt);
  // 416: the server holds nothing beyond what came, though the manifest says there is more.
  throw new SegmenterError('model-load-failed', `${url} answered ${response.status}`);
}

/** A server that ends its answers properly has no more to give; one that breaks off might. */
function asSegmenterError(error: Interrupted, url: string): SegmenterError {
  const code = error instanceof ShortAnswer ? 'model-load-failed' : 'network';
  return new SegmenterError(code, `${url}: ${error.message}`, { cause: error });
}
