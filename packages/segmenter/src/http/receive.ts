import { SegmenterError, type SegmenterErrorCode } from '../api/errors.ts';
import type { FetchFunction } from '../api/options.ts';
import { pause } from '../async/pause.ts';

/**
 * A connection on which nothing arrives for this long is taken for broken. With four attempts and their pauses a server
 * that never answers is given up after 36 s; slow lines deliver something every second or two.
 */
const idleTimeoutMs = 8000;
const firstPauseMs = 250;

interface PersistOptions {
  /** Named by the error. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** How many may fail in a row without getting further. */
  readonly attempts?: number | undefined;
  /** @returns whether the attempt that has just failed brought more than all before it. */
  readonly gotFurther?: () => boolean;
}

/**
 * Repeats an attempt until it succeeds, after pauses that double.
 * @param attempt throws a `SegmenterError` where no repetition would help.
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

/** A server for single-page applications answers with its page where it has no file. */
export function htmlAnswer(url: string, code: SegmenterErrorCode): SegmenterError {
  return new SegmenterError(code, `${url} answered with an HTML page instead of the file`);
}

/** @returns whether a server that answers so may have the file a moment later. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

interface Receiver {
  /** Is given the response before its body. */
  readonly accept: (response: Response) => void;
  readonly take: (chunk: Uint8Array<ArrayBuffer>) => void;
  /** Default: the browser's own. */
  readonly fetch?: FetchFunction | undefined;
}

/**
 * Requests a file once, and takes its body as it comes.
 * @throws what `fetch` and the receiver throw, or a `TimeoutError` when nothing has arrived for `idleTimeoutMs`.
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
    accept(response);
    if (!response.body) return;
    for await (const chunk of chunks(response.body)) {
      restartTimer();
      take(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** `ReadableStream` itself is not iterable everywhere yet (Safari). */
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
