import { expect, test } from 'vitest';

import { askEncoder } from './ask-encoder.ts';

test('the end of an encoder’s worker in the middle of its work is a lack of memory', async () => {
  const script = `
    onmessage = () => navigator.locks.request('encoder-test', () => {
      postMessage({ kind: 'begun', lockName: 'encoder-test' });
      return new Promise(() => undefined);
    });`;
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(url);
  const encoding = askEncoder(worker, 'an image', new AbortController().signal);
  // No event reports the end of a worker, just as when the browser ends it for its memory.
  worker.addEventListener('message', () => worker.terminate());
  await expect(encoding).rejects.toMatchObject({ code: 'out-of-memory' });
  URL.revokeObjectURL(url);
});
