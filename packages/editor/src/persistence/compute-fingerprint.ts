import { type Fingerprint, isFingerprint } from '@isola/imaging';

import type { FingerprintAnswer, FingerprintRequest } from './fingerprint-worker.ts';

/**
 * Computes the fingerprint of an image in a worker of its own, which ends with the work.
 * @returns undefined when there is no subject, or the worker cannot be started or cannot decode a thumbnail.
 */
export function computeFingerprint(request: FingerprintRequest): Promise<Fingerprint | undefined> {
  const { promise, resolve } = Promise.withResolvers<Fingerprint | undefined>();
  const worker = new Worker(new URL('./fingerprint-worker.ts', import.meta.url), {
    type: 'module',
    name: 'isola-fingerprint',
  });
  worker.addEventListener('message', ({ data }: MessageEvent<FingerprintAnswer>) =>
    resolve(isFingerprint(data) ? data : undefined),
  );
  worker.addEventListener('error', () => resolve(undefined));
  worker.postMessage(request);
  return promise.finally(() => worker.terminate());
}
