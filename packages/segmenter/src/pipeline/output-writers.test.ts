import { afterEach, expect, test, vi } from 'vitest';

import { openWriters } from './output-writers.ts';

afterEach(() => vi.unstubAllGlobals());

/** Writers of a platform, none of which is used. */
const writers = { cutout: unused, webp: unused };

async function sharedPixelsOf(isIsolated: boolean) {
  vi.stubGlobal('crossOriginIsolated', isIsolated);
  const [writer] = await openWriters(['sharedPixels'], { writers }, { widthPx: 1, heightPx: 1, isOpaque: false });
  const result = await writer?.finish();
  return (result as { readonly sharedPixels: Uint8ClampedArray }).sharedPixels;
}

test('shared pixels are in shared memory on an isolated page', async () => {
  const { buffer } = await sharedPixelsOf(true);
  expect(buffer).toBeInstanceOf(SharedArrayBuffer);
});

test('shared pixels are in ordinary memory when an isolated page has no shared memory, as in WebKitGTK', async () => {
  vi.stubGlobal('SharedArrayBuffer', undefined);
  const pixels = await sharedPixelsOf(true);
  expect(pixels.buffer).toBeInstanceOf(ArrayBuffer);
  expect(pixels).toHaveLength(4);
});

function unused(): never {
  throw new Error('this writer is not asked for');
}
