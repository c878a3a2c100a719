import { pause } from './pause.ts';

/** A connection that says nothing for this long is taken for broken. */
const silenceMs = 30_000;
const firstPauseMs = 250;

/** In a row, without getting any further. */
export const mostFruitlessAttempts = 4;

/** Waits before the next attempt, longer each time. */
export function pauseAfter(fruitlessAttempts: number, signal: AbortSignal): Promise<void> {
  return pause(firstPauseMs * 2 ** fruitlessAttempts, signal);
}

/** @returns whether a server that answers so may have the file in a moment. */
export function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

interface Receiver {
  /** Looks at the answer before its body comes. */
  readonly accept: (response: Response) => void;
  readonly take: (chunk: Uint8Array<ArrayBuffer>) => void;
}

/**
 * Asks for a file once, and takes its body as it comes.
 * @throws what `fetch` and the receiver throw, or a `TimeoutError` when the server falls silent.
 */
export async function receive(
  url: string,
  { signal, ...init }: RequestInit & { readonly signal: AbortSignal },
  { accept, take }: Receiver,
): Promise<void> {
  const silence = new AbortController();
  const speak = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new DOMException('the server fell silent', 'TimeoutError')), silenceMs);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  speak();
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.any([signal, silence.signal]) });
    accept(response);
    if (!response.body) return;
    for await (const chunk of chunks(response.body)) {
      speak();
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
