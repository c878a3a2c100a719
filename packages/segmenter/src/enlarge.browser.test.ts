import { afterEach, expect, test, vi } from 'vitest';

import { openEnlarger } from './enlarge.ts';

const manifestUrl = new URL('../../../apps/site/public/models/enlarge/manifest.json', import.meta.url);
const grey = { pixels: new Uint8ClampedArray(4 * 8 * 6).fill(128), widthPx: 8, heightPx: 6 };

afterEach(async () => {
  vi.restoreAllMocks();
  await caches.delete('isola-models');
});

/** Makes requests for the network fail. */
function loseNetwork(): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.includes('/models/enlarge/') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init);
  });
}

test('doubles an image, and works offline afterwards', async () => {
  const { enlarge } = await openEnlarger({ manifestUrl });
  const { pixels, ...size } = await enlarge(grey);
  expect(size).toEqual({ widthPx: 16, heightPx: 12 });
  const middle = pixels.subarray((6 * 16 + 8) * 4, (6 * 16 + 9) * 4);
  expect(Math.max(...middle.subarray(0, 3).map((value) => Math.abs(value - 128)))).toBeLessThan(4);
  expect(middle[3]).toBe(255);

  loseNetwork();
  const offline = await openEnlarger({ manifestUrl });
  expect((await offline.enlarge(grey)).pixels).toEqual(pixels);
});

test('a failed download rejects, and the next call tries again', { tags: ['long'] }, async () => {
  loseNetwork();
  await expect(openEnlarger({ manifestUrl })).rejects.toMatchObject({ code: 'network' });
  vi.restoreAllMocks();
  await expect(openEnlarger({ manifestUrl })).resolves.toBeDefined();
});

test('rejects a manifest of something else', async () => {
  const other = new URL('../../../apps/site/public/models/manifest.json', import.meta.url);
  await expect(openEnlarger({ manifestUrl: other })).rejects.toMatchObject({ code: 'model-load-failed' });
});

test('an aborted download rejects with the signal’s reason', async () => {
  const reason = new Error('closed');
  await expect(openEnlarger({ manifestUrl, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});
