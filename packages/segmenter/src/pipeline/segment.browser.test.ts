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
    if (seen.length > refusals)
      return Promise.resolve({ mask: new Float32Array(widthPx * heightPx).fill(1), provider: 'wasm' });
    return Promise.reject(new Error('failed to call OrtRun(). ERROR_CODE: 6, ERROR_MESSAGE: std::bad_alloc'));
  };
  const release = () => Promise.resolve();
  const session = {
    model: {} as Model,
    threads: 1,
    reportsShares: false,
    ...(fixedSize && { fixedSize }),
    run,
    release,
  };
  return { session, seen };
}

const picture = () => createImageBitmap(new ImageData(640, 256));

test('whoever refuses the memory, the network looks at the picture smaller, in its own aspect', async () => {
  const { session, seen } = sessionWithout(2);
  const mask = await segment(await picture(), await picture(), session, 1024, options);
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
  await expect(segment(await picture(), await picture(), session, 1024, options)).rejects.toThrow('bad_alloc');
  expect(seen).toEqual([fixedSize]);
});

/** A session whose masks are, one after the other, sure to this degree of a subject that fills the left half. */
function sessionSeeing(...values: (number | Error)[]) {
  const seen: Size[] = [];
  const run: ModelSession['run'] = (_, { widthPx, heightPx }) => {
    const value = values[seen.length] ?? 0;
    seen.push({ widthPx, heightPx });
    if (value instanceof Error) return Promise.reject(value);
    const mask = new Float32Array(widthPx * heightPx);
    // One pixel is entirely subject: a mask is stretched to its greatest value.
    for (let at = 0; at < mask.length; at += 1) mask[at] = at % widthPx < widthPx / 2 ? value : 0;
    mask[0] = 1;
    return Promise.resolve({ mask, provider: 'wasm' });
  };
  const release = () => Promise.resolve();
  return { session: { model: {} as Model, threads: 1, reportsShares: false, run, release }, seen };
}

const square = { widthPx: 640, heightPx: 640 };

test.each([
  ['a sure mask is the first', [0.99], 1, 0.98],
  ['an unsure one is looked at again as a square, and the surer counts', [0.8, 0.97], 2, 0.94],
  ['which may be the first', [0.8, 0.7], 2, 0.6],
  ['memory that is refused for the second look leaves the first', [0.8, new Error('std::bad_alloc')], 2, 0.6],
])('%s', async (_, values, looks, confidence) => {
  const { session, seen } = sessionSeeing(...values);
  const sighting = await segment(await picture(), await picture(), session, 640, options);
  expect(seen.length).toBe(looks);
  expect(seen.slice(1)).toEqual(looks === 2 ? [square] : []);
  // |2 × share − 1| of every pixel that is subject in part.
  expect(sighting.confidence.value).toBeCloseTo(confidence, 3);
});

test('what is no lack of memory ends a second look too', async () => {
  const { session } = sessionSeeing(0.8, new Error('the device is lost'));
  await expect(segment(await picture(), await picture(), session, 640, options)).rejects.toThrow('the device is lost');
});
