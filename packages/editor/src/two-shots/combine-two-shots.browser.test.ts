import { readPngRows } from '@isola/imaging';
import { expect, test, vi } from 'vitest';

import { glassAlpha, glassColor, photographGlass } from '../testing/photograph-glass.ts';
import { combineTwoShots } from './combine-two-shots.ts';

const idle = () => new AbortController().signal;
const [widthPx, heightPx] = [320, 240];

async function pixelsOf(png: Blob): Promise<number[]> {
  const pixels: number[] = [];
  for await (const { data } of readPngRows(png)) for (const value of data) pixels.push(value);
  return pixels;
}

test('two photographs of glass become a PNG with its alpha and its own colour', { tags: ['long'] }, async () => {
  const shares: number[] = [];
  const outcome = await combineTwoShots(await photographGlass('dark'), await photographGlass('light'), {
    signal: idle(),
    onProgress: (done) => shares.push(done),
  });
  if (!('png' in outcome)) throw new Error(JSON.stringify(outcome));
  const pixels = await pixelsOf(outcome.png);
  expect(pixels).toHaveLength(widthPx * heightPx * 4);
  let [alphaError, colorError, opaque] = [0, 0, 0];
  for (let at = 0; at < widthPx * heightPx; at += 1) {
    const truth = glassAlpha((at % widthPx) / widthPx, Math.floor(at / widthPx) / heightPx);
    alphaError += Math.abs((pixels[at * 4 + 3] ?? 0) - 255 * truth);
    if (truth < 0.35) continue;
    opaque += 1;
    for (const [channel, value] of glassColor.entries())
      colorError += Math.abs((pixels[at * 4 + channel] ?? 0) - value) / 3;
  }
  expect(alphaError / (widthPx * heightPx)).toBeLessThan(1);
  expect(colorError / opaque).toBeLessThan(4);
  expect(shares.length).toBeGreaterThan(3);
  expect(shares).toEqual(shares.toSorted((one, other) => one - other));
});

test('photographs that are no pair are refused with the library’s code', async () => {
  const dark = await photographGlass('dark');
  expect(await combineTwoShots(dark, dark, { signal: idle() })).toEqual({ refusal: 'backgrounds-alike' });
  const small = await photographGlass('light', { widthPx: 160, heightPx: 120 });
  expect(await combineTwoShots(dark, small, { signal: idle() })).toEqual({ refusal: 'sizes-differ' });
});

test('a photograph that cannot be decoded is a failure', async () => {
  const outcome = await combineTwoShots(await photographGlass('dark'), new Blob(['words']), { signal: idle() });
  expect(outcome).toMatchObject({ failure: { code: 'unsupported-format' } });
});

test('an abort ends the worker and rejects with its reason', async () => {
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const controller = new AbortController();
  const combined = combineTwoShots(await photographGlass('dark'), await photographGlass('light'), {
    signal: controller.signal,
  });
  controller.abort(new Error('enough'));
  await expect(combined).rejects.toThrow('enough');
  expect(terminate).toHaveBeenCalledOnce();
  terminate.mockRestore();
});
