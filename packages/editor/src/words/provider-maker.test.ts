import { expect, test } from 'vitest';

import { findProviderMaker, type RequestPictures } from './provider-maker.ts';

const order = { words: 'a beach', aspect: 'square', isCutBelow: false, seed: 1, count: 4 } as const;

/** Answers nothing, and fails like `fetch` when the signal aborts. */
const stall: RequestPictures = (_, signal) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

test('a server that does not answer has no provider, so that this device is used', async () => {
  expect(await findProviderMaker(stall, 10)).toBeNull();
});

test('an order without an answer fails once the provider’s own time and that of the way are over', async () => {
  const maker = await findProviderMaker((asked, signal) =>
    // The way takes 30 s.
    asked ? stall(asked, signal) : Promise.resolve(Response.json({ provider: 'Painter Inc.', timeoutMs: -29_990 })),
  );
  await expect(maker?.make(order, new AbortController().signal)).rejects.toMatchObject({ code: 'network' });
});

test('a cancelled order rejects with the reason of its signal', async () => {
  const maker = await findProviderMaker((asked, signal) =>
    asked ? stall(asked, signal) : Promise.resolve(Response.json({ provider: 'Painter Inc.' })),
  );
  const cancel = new AbortController();
  const made = maker?.make(order, cancel.signal);
  cancel.abort(new Error('cancelled'));
  await expect(made).rejects.toThrow('cancelled');
});
