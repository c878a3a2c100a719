import { afterEach, expect, test, vi } from 'vitest';

import { tinyNetworkUrl } from '../test/tiny-network.ts';
import { openFaceFinder } from './faces.ts';

const manifestUrl = new URL('../../../apps/site/public/models/manifest.json', import.meta.url);

afterEach(async () => {
  vi.restoreAllMocks();
  await caches.delete('isola-models');
});

/** Makes requests for the networks fail. */
function loseNetworks(): void {
  const { fetch } = globalThis;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.includes('/face-') ? Promise.reject(new TypeError('Failed to fetch')) : fetch(input, init);
  });
}

async function figure() {
  const response = await fetch(new URL('../../../pictures/figure.jpg', import.meta.url));
  const bitmap = await createImageBitmap(await response.blob(), { resizeWidth: 600, resizeHeight: 800 });
  const context = new OffscreenCanvas(600, 800).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  const pixels = context?.getImageData(0, 0, 600, 800).data ?? new Uint8ClampedArray();
  return { pixels, widthPx: 600, heightPx: 800 };
}

test('finds a face, and works offline afterwards', { tags: ['long'] }, async () => {
  const image = await figure();
  const { find } = await openFaceFinder({ manifestUrl });
  const [face, ...others] = find(image);
  expect(others).toEqual([]);
  // Read from the picture by eye, in px of 600 × 800.
  expect(Math.hypot((face?.eyes.left.x ?? NaN) - 261, (face?.eyes.left.y ?? NaN) - 317)).toBeLessThan(8);

  loseNetworks();
  const offline = await openFaceFinder({ manifestUrl });
  expect(offline.find(image)[0]?.chin).toEqual(face?.chin);
});

test('rejects a manifest without networks for faces, and says how to write them', async () => {
  const opening = openFaceFinder({ manifestUrl: await tinyNetworkUrl() });
  await expect(opening).rejects.toMatchObject({ code: 'model-load-failed', detail: /isola-models --faces/ });
});

test('a failed download rejects, and the next call tries again', { tags: ['long'] }, async () => {
  loseNetworks();
  await expect(openFaceFinder({ manifestUrl })).rejects.toMatchObject({ code: 'network' });
  vi.restoreAllMocks();
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
