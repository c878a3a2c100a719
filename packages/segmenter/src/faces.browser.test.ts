import { afterEach, expect, test } from 'vitest';
import { commands } from 'vitest/browser';

import { tinyNetworkUrl } from '../test/tiny-network.ts';
import { openFaceFinder } from './faces.ts';

declare module 'vitest/browser' {
  /** Commands that `vitest.config.ts` defines. */
  interface BrowserCommands {
    failRequests: (pattern: string) => Promise<void>;
    allowRequests: (pattern: string) => Promise<void>;
  }
}

const manifestUrl = new URL('../../../apps/site/public/models/manifest.json', import.meta.url);
const faceFiles = '**/face-*';

afterEach(async () => {
  await commands.allowRequests(faceFiles);
  await caches.delete('isola-models');
});

async function figure() {
  const response = await fetch(new URL('../../../pictures/figure.jpg', import.meta.url));
  const bitmap = await createImageBitmap(await response.blob(), { resizeWidth: 600, resizeHeight: 800 });
  const context = new OffscreenCanvas(600, 800).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, 600, 800).data ?? new Uint8ClampedArray();
  return { pixels, widthPx: 600, heightPx: 800 };
}

test('finds a face, and works offline afterwards', async () => {
  const image = await figure();
  const { find } = await openFaceFinder({ manifestUrl });
  const [face, ...others] = find(image);
  expect(others).toEqual([]);
  // Read from the picture by eye, in px of 600 × 800.
  expect(Math.hypot((face?.eyes.left.x ?? NaN) - 261, (face?.eyes.left.y ?? NaN) - 317)).toBeLessThan(8);

  await commands.failRequests(faceFiles);
  const offline = await openFaceFinder({ manifestUrl });
  expect(offline.find(image)[0]?.chin).toEqual(face?.chin);
});

test('rejects a manifest without networks for faces, and says how to write them', async () => {
  const opening = openFaceFinder({ manifestUrl: await tinyNetworkUrl() });
  await expect(opening).rejects.toMatchObject({ code: 'model-load-failed', detail: /isola-models --faces/ });
});

test('a failed download rejects, and the next call tries again', async () => {
  await commands.failRequests(faceFiles);
  await expect(openFaceFinder({ manifestUrl })).rejects.toMatchObject({ code: 'network' });
  await commands.allowRequests(faceFiles);
  await expect(openFaceFinder({ manifestUrl })).resolves.toBeDefined();
});

test('an aborted download rejects with the signal’s reason', async () => {
  const reason = new Error('closed');
  await expect(openFaceFinder({ manifestUrl, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('an image with another number of values than its size says is rejected', async () => {
  const { find } = await openFaceFinder({ manifestUrl });
  expect(() => find({ pixels: new Uint8ClampedArray(4), widthPx: 2, heightPx: 1 })).toThrow(RangeError);
});
