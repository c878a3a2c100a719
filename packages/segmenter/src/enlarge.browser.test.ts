import { afterEach, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import { openEnlarger } from './enlarge.ts';

declare module 'vitest/browser' {
  /** Commands that `vitest.config.ts` defines. */
  interface BrowserCommands {
    failRequests: (pattern: string) => Promise<void>;
    allowRequests: (pattern: string) => Promise<void>;
  }
}

const manifestUrl = new URL('../../../apps/site/public/models/enlarge/manifest.json', import.meta.url);
const files = '**/models/enlarge/*';
const grey = { pixels: new Uint8ClampedArray(4 * 8 * 6).fill(128), widthPx: 8, heightPx: 6 };

afterEach(async () => {
  await commands.allowRequests(files);
  await caches.delete('isola-models');
});

test('doubles an image, and works offline afterwards', async () => {
  const { enlarge } = await openEnlarger({ manifestUrl });
  const { pixels, ...size } = await enlarge(grey);
  expect(size).toEqual({ widthPx: 16, heightPx: 12 });
  const middle = pixels.subarray((6 * 16 + 8) * 4, (6 * 16 + 9) * 4);
  expect(Math.max(...middle.subarray(0, 3).map((value) => Math.abs(value - 128)))).toBeLessThan(4);
  expect(middle[3]).toBe(255);

  await commands.failRequests(files);
  const offline = await openEnlarger({ manifestUrl });
  expect((await offline.enlarge(grey)).pixels).toEqual(pixels);
});

test('a failed download rejects, and the next call tries again', async () => {
  await commands.failRequests(files);
  await expect(openEnlarger({ manifestUrl })).rejects.toMatchObject({ code: 'network' });
  await commands.allowRequests(files);
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
