import { SegmenterError, type SegmenterErrorCode } from '../api/errors.ts';
import type { FetchFunction } from '../api/options.ts';
import { pause } from '../async/pause.ts';

/**
 * A connection on which nothing arrives for this long is taken for broken. With four attempts and their pauses a server
 * that never answers is given up after 36 s; slow lines deliver something every second or two.
 */
const idleTimeoutMs = 8000;
const firstPauseMs = 250;

/** In a row, without a further byte. */
export const maxAttempts = 4;

/** Waits before the next attempt, twice as long each time. */
export function pauseAfter(failedAttempts: number, signal: AbortSignal): Promise<void> {
  return pause(firstPauseMs * 2 ** failedAttempts, signal);
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
