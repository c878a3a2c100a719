import { CompositorError } from './compositor-error.ts';
import type { AlphaMatte, Composition, Encoding, FromCompositor, Job, ToCompositor } from './compositor-protocol.ts';

export interface ComposeOptions {
  readonly signal: AbortSignal;
  /** Receives the picture for the screen before the file is ready; the receiver closes it. Without it, none is made. */
  readonly onPreview?: (bitmap: ImageBitmap) => void;
}

export interface Compositor {
  /**
   * Lays a cut-out over its background at full size and writes the file.
   * @throws {CompositorError} with a `code`, or the signal's reason.
   */
  compose(composition: Composition, encoding: Encoding, options: ComposeOptions): Promise<Blob>;
  /** The matte alone, as a PNG in greys. */
  writeMatte(matte: AlphaMatte, signal: AbortSignal): Promise<Blob>;
  /** Ends the worker and frees what it holds; the next call starts another. Calls under way are rejected. */
  close(): void;
}

/** Makes a compositor. No worker is started before its first call. */
export function createCompositor(): Compositor {
  let worker: Worker | undefined;
  let lastCall = 0;
  const ends = new Map<number, (error: unknown) => void>();
  const numbers = new WeakMap<Blob, number>();
  let lastNumber = 0;

  function numberOf(blob: Blob): number {
    const known = numbers.get(blob) ?? ++lastNumber;
    numbers.set(blob, known);
    return known;
  }

  function end(error: unknown): void {
    worker?.terminate();
    worker = undefined;
    for (const reject of ends.values()) reject(error);
  }

  function running(): Worker {
    if (worker) return worker;
    const started = new Worker(new URL('./compositor-worker.ts', import.meta.url), {
      type: 'module',
      name: 'isola-compositor',
    });
    const onError = (event: Event) => {
      event.preventDefault();
      const reason = event instanceof ErrorEvent && event.message ? event.message : event.type;
      if (worker === started) end(new CompositorError('processing-failed', `the compositor stopped: ${reason}`));
    };
    started.addEventListener('error', onError);
    started.addEventListener('messageerror', onError);
    return (worker = started);
  }

  async function call(job: Job, { signal, onPreview }: ComposeOptions): Promise<Blob> {
    signal.throwIfAborted();
    const number = ++lastCall;
    const target = running();
    const send = (message: ToCompositor) => target.postMessage(message);
    const { promise, resolve, reject } = Promise.withResolvers<Blob>();
    const onAbort = () => {
      send({ kind: 'abort', call: number });
      reject(signal.reason);
    };
    const onMessage = ({ data }: MessageEvent<FromCompositor>) => {
      if (data.call !== number) return;
      switch (data.kind) {
        case 'preview':
          if (signal.aborted || !onPreview) data.bitmap.close();
          else onPreview(data.bitmap);
          break;
        case 'file':
          resolve(data.file);
          break;
        case 'failed':
          reject(new CompositorError(data.code, data.detail));
          break;
        default:
          data satisfies never;
      }
    };
    ends.set(number, reject);
    target.addEventListener('message', onMessage);
    signal.addEventListener('abort', onAbort);
    try {
      send({ kind: 'job', call: number, job });
      return await promise;
    } finally {
      ends.delete(number);
      signal.removeEventListener('abort', onAbort);
      target.removeEventListener('message', onMessage);
    }
  }

  function keyOf({ cutout, layer }: Composition): string {
    const sources = { ...layer, ...('picture' in layer && { picture: numberOf(layer.picture) }) };
    return JSON.stringify([numberOf(cutout), sources]);
  }

  return {
    compose: (composition, encoding, options) =>
      call(
        {
          kind: 'compose',
          composition,
          encoding,
          preview: options.onPreview !== undefined,
          key: keyOf(composition),
        },
        options,
      ),
    writeMatte: (matte, signal) => call({ kind: 'matte', matte }, { signal }),
    close: () => end(new CompositorError('processing-failed', 'the compositor was closed')),
  };
}
