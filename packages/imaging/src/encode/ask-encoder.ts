import { holdLock } from '@isola/segmenter/imaging';

import { CompositorError } from '../job/compositor-error.ts';

/** Answer of a worker that encodes one file. */
export type EncoderAnswer =
  /** The worker holds this lock until its end. */
  | { readonly kind: 'begun'; readonly lockName: string }
  | { readonly kind: 'encoded'; readonly file: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly detail: string };

/**
 * Lets an encoder's own worker encode a file. Its code encodes a whole image in one call, which only the end of the worker can stop.
 * @param transfer buffers of the request that are not needed any more.
 * @param lifetime ends the wait with its reason. The caller ends the worker.
 * @throws {CompositorError} `encoder-load-failed` when the worker does not start; `out-of-memory` when the encoder fails, because its
 *   input has been checked before, and when the browser ends the worker.
 */
export function askEncoder(
  worker: Worker,
  request: unknown,
  lifetime: AbortSignal,
  transfer: Transferable[] = [],
): Promise<Uint8Array<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  const heard = new AbortController();
  const listen = { signal: heard.signal };
  worker.addEventListener(
    'message',
    ({ data }: MessageEvent<EncoderAnswer>) => {
      switch (data.kind) {
        case 'begun':
          navigator.locks
            .request(data.lockName, listen, () => reject(new CompositorError('out-of-memory', 'the worker ended')))
            .catch(() => undefined);
          break;
        case 'encoded':
          resolve(data.file);
          break;
        case 'failed':
          reject(new CompositorError('out-of-memory', data.detail));
          break;
        default:
          data satisfies never;
      }
    },
    listen,
  );
  worker.addEventListener(
    'error',
    (event) => {
      event.preventDefault();
      // A script that cannot be loaded is reported by an event without a message.
      const code = event.message ? 'processing-failed' : 'encoder-load-failed';
      reject(new CompositorError(code, event.message || 'the worker of the encoder did not start'));
    },
    listen,
  );
  lifetime.addEventListener('abort', () => reject(lifetime.reason as Error), listen);
  worker.postMessage(request, transfer);
  return promise.finally(() => heard.abort());
}

/**
 * Answers a request of `askEncoder` in its worker.
 * @param encode encodes the requested file, in memory of its own.
 */
export async function answerWith(encode: () => Promise<Uint8Array<ArrayBuffer>>): Promise<void> {
  const answer = (message: EncoderAnswer, transfer: Transferable[] = []) => postMessage(message, { transfer });
  try {
    const lockName = `isola-encoder-${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    if (await holdLock(lockName)) answer({ kind: 'begun', lockName });
    const file = await encode();
    answer({ kind: 'encoded', file }, [file.buffer]);
  } catch (error) {
    answer({ kind: 'failed', detail: String(error) });
  }
}
