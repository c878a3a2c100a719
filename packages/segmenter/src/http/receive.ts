import { SegmenterError, type SegmenterErrorCode } from '../api/errors.ts';
import type { FetchFunction } from '../api/options.ts';
import { pause } from '../async/pause.ts';

/**
 * Time without data after which a connection is considered broken. With four attempts and their pauses, a server that
 * never answers is given up after 36 s. Slow connections deliver something every second or two.
 */
const idleTimeoutMs = 8000;
const firstPauseMs = 250;

interface PersistOptions {
  /** Address that the error names. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Number of attempts that may fail in a row without progress. */
  readonly attempts?: number | undefined;
  /** Returns whether the attempt that has just failed received more than all earlier attempts. */
  readonly gotFurther?: () => boolean;
}

/**
 * Repeats an attempt until it succeeds, after pauses that double.
 * @param attempt throws a `SegmenterError` if no repetition would help.
 * @throws {SegmenterError} the attempt's; `network` when all attempts failed; the signal's reason.
 */
export async function persist<T>(
  attempt: () => Promise<T>,
  { url, signal, attempts = 4, gotFurther = () => false }: PersistOptions,
): Promise<T> {
  for (let failed = 0; ;) {
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof SegmenterError) throw error;
      failed = gotFurther() ? 0 : failed + 1;
      if (failed >= attempts) throw new SegmenterError('network', `${url}: ${String(error)}`, { cause: error });
      await pause(firstPauseMs * 2 ** failed, signal);
    }
  }
}

/**
 * Returns the error for an HTML answer. A server for single-page applications sends its page when it does not have a
 * file.
 */
export function htmlAnswer(url: string, code: SegmenterErrorCode): SegmenterError {
  return new SegmenterError(code, `${url} answered with an HTML page instead of the file`);
}

/** Checks whether a server that answers with this status may have the file a moment later. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

interface Receiver {
  /** Called with the response before its body is read. */
  readonly accept: (response: Response) => void;
  readonly take: (chunk: Uint8Array<ArrayBuffer>) => void;
  /** Default: the browser's own. */
  readonly fetch?: FetchFunction | undefined;
}

/**
 * Requests a file once and passes on its body as it arrives.
 * @throws the errors of `fetch` and of the receiver, or a `TimeoutError` when nothing has arrived for
 *   `idleTimeoutMs`.
 */
export async function receive(
  url: string,
  { signal, ...init }: RequestInit & { readonly signal: AbortSignal },
  { accept, take, fetch = globalThis.fetch }: Receiver,
): Promise<void> {
  const idle = new AbortController();
  const timeout = new DOMException(`nothing arrived for ${idleTimeoutMs / 1000} s`, 'TimeoutError');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(() => idle.abort(timeout), idleTimeoutMs);
  };
  restartTimer();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, idle.signal]) });
    try {
      accept(response);
    } catch (error) {
      // Otherwise a refused body goes on arriving.
      void response.body?.cancel().catch(() => undefined);
      throw error;
    }
    if (!response.body) return;
    for await (const chunk of chunks(response.body)) {
      restartTimer();
      take(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Iterates over a stream. `ReadableStream` itself is not yet iterable in Safari. */
async function* chunks(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
