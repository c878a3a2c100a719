import { expect, test } from 'vitest';

import type { Size } from '../engine/picture-size.ts';
import type { Model } from '../runtime/model-manifest.ts';
import type { ModelSession } from '../runtime/session.ts';
import { segment } from './segment.ts';

const options = { signal: new AbortController().signal, onProgress: () => undefined };

/** A session that has not the memory for the first so many pictures, and says so in onnxruntime-web's own words. */
function sessionWithout(refusals: number, fixedSize?: Size) {
  const seen: Size[] = [];
  const run: ModelSession['run'] = (_, { widthPx, heightPx }) => {
    seen.push({ widthPx, heightPx });
    if (seen.length > refusals) return Promise.resolve({ mask: new Float32Array(), provider: 'wasm' });
    return Promise.reject(new Error('failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc'));
  };
  const release = () => Promise.resolve();
  const session = { model: {} as Model, threads: 1, blocksThread: true, ...(fixedSize && { fixedSize }), run, release };
  return { session, seen };
}

const picture = () => createImageBitmap(new ImageData(640, 256));

test('whoever refuses the memory, the network looks at the picture smaller, in its own aspect', async () => {
  const { session, seen } = sessionWithout(2);
  const mask = await segment(await picture(), session, 1024, options);
  expect(seen.length).toBe(3);
  for (const [attempt, longSidePx] of [1024, 768, 640].entries()) {
    const { widthPx, heightPx } = seen[attempt] ?? { widthPx: 0, heightPx: 0 };
    expect(widthPx * heightPx).toBeGreaterThan(0.8 * longSidePx ** 2);
    expect(widthPx * heightPx).toBeLessThanOrEqual(longSidePx ** 2);
    expect(widthPx / heightPx).toBeCloseTo(640 / 256, 0);
  }
  expect(mask).toMatchObject(seen[2] ?? {});
});

test('a model that takes one size is given that, once', async () => {
  const fixedSize = { widthPx: 64, heightPx: 64 };
  const { session, seen } = sessionWithout(1, fixedSize);
  await expect(segment(await picture(), session, 1024, options)).rejects.toThrow('bad_alloc');
  expect(seen).toEqual([fixedSize]);
});
