import { SegmenterError } from '@isola/segmenter';
import type { TwoShotsErrorCode } from '@isola/segmenter/two-shots';

import { failureOf } from '../import/open-file.ts';
import type { Failure } from '../model/failure.ts';
import type { TwoShotsAnswer, TwoShotsRequest } from './two-shots-worker.ts';

/** Combined image as a PNG with transparency, or the reason why there is none. */
export type CombineOutcome =
  | { readonly png: Blob }
  | { readonly refusal: TwoShotsErrorCode }
  | { readonly failure: Failure };

export interface CombineOptions {
  /** Ends the work at once. The promise is then rejected with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called with the share that is done, 0…1. */
  readonly onProgress?: (done: number) => void;
}

export type CombineTwoShots = typeof combineTwoShots;

/**
 * Computes the exact transparency of an object from two photographs, in a worker of its own. The worker ends with the
 * work, so that its memory is free afterwards.
 * @param dark,light the object in front of a dark and of a light background.
 */
export function combineTwoShots(
  dark: Blob,
  light: Blob,
  { signal, onProgress }: CombineOptions,
): Promise<CombineOutcome> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<CombineOutcome>();
  const worker = new Worker(new URL('./two-shots-worker.ts', import.meta.url), {
    type: 'module',
    name: 'isola-two-shots',
  });
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort);
  worker.addEventListener('message', ({ data }: MessageEvent<TwoShotsAnswer>) => {
    if ('done' in data) onProgress?.(data.done);
    else if ('error' in data) resolve({ failure: failureOf(new SegmenterError(data.error.code, data.error.detail)) });
    else resolve(data);
  });
  worker.addEventListener('error', ({ message }) => {
    // A script that could not be loaded has no message.
    resolve({ failure: message ? failureOf(new Error(message)) : { code: 'resource-load-failed' } });
  });
  worker.postMessage({ dark, light } satisfies TwoShotsRequest);
  return promise.finally(() => {
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
  });
}
