import { expect, test } from 'vitest';

import { type Attempt, fitBytes } from './fit-bytes.ts';

/** Encoders by formula: headers, and then so much a pixel. */
function encoder(bytes: (attempt: Attempt) => number) {
  const attempts: Attempt[] = [];
  return {
    attempts,
    encode: async (attempt: Attempt) => {
      attempts.push(attempt);
      return { size: Math.round(bytes(attempt)) };
    },
  };
}

const likeJpeg = ({ scale, quality = 0 }: Attempt) => 700 + 12e6 * scale ** 2 * (0.02 + 0.5 * (quality / 100) ** 3);
const likePng = ({ scale }: Attempt) => 300 + 20e6 * scale ** 1.6;
const minScale = 16 / 4000;

test('what fits is not touched', async () => {
  const { encode, attempts } = encoder(likeJpeg);
  expect(await fitBytes({ maxBytes: 9e6, quality: 90, minScale }, encode)).toMatchObject({ scale: 1, quality: 90 });
  expect(attempts).toHaveLength(1);
});

test.each([4e6, 3e6, 2e6, 1e6, 700_000])('%d bytes are met by quality alone, nearly in full', async (maxBytes) => {
  const { encode, attempts } = encoder(likeJpeg);
  const fitted = await fitBytes({ maxBytes, quality: 90, minScale }, encode);
  expect(fitted?.scale).toBe(1);
  expect(fitted?.quality).toBeGreaterThanOrEqual(40);
  expect(fitted?.quality).toBeLessThan(90);
  expect(fitted?.file.size).toBeLessThanOrEqual(maxBytes);
  // The next quality but two would not fit.
  expect(likeJpeg({ scale: 1, quality: (fitted?.quality ?? 0) + 3 })).toBeGreaterThan(maxBytes * 0.93);
  expect(attempts.length).toBeLessThanOrEqual(8);
});

test.each([300_000, 100_000, 20_000, 8000])('%d bytes are met by a smaller image', async (maxBytes) => {
  for (const [bytes, quality] of [
    [likeJpeg, 90],
    [likeJpeg, 30],
    [likePng, undefined],
  ] as const) {
    const { encode, attempts } = encoder(bytes);
    const fitted = await fitBytes({ maxBytes, quality, minScale }, encode);
    expect(fitted?.scale).toBeLessThan(1);
    expect(fitted?.file.size).toBeLessThanOrEqual(maxBytes);
    expect(fitted?.file.size).toBeGreaterThan(maxBytes * 0.8);
    expect(attempts.length).toBeLessThanOrEqual(9);
    expect(Math.max(...attempts.map((attempt) => attempt.quality ?? 0))).toBeLessThanOrEqual(quality ?? 0);
  }
});

test('a size that grows by leaps is met all the same', async () => {
  const leaps = ({ scale, quality = 0 }: Attempt) => (scale > 0.31 ? 9e6 : 40_000) + quality;
  const fitted = await fitBytes({ maxBytes: 50_000, quality: 90, minScale }, encoder(leaps).encode);
  expect(fitted?.scale).toBeLessThanOrEqual(0.31);
  expect(fitted?.file.size).toBeLessThanOrEqual(50_000);
});

test('the smallest is tried at the last, and where it has too much, there is none', async () => {
  const { encode, attempts } = encoder(() => 5000);
  expect(await fitBytes({ maxBytes: 4999, quality: 90, minScale }, encode)).toBeUndefined();
  expect(attempts.length).toBeLessThanOrEqual(9);
  expect(attempts.at(-1)?.scale).toBe(minScale);
});

test('an abort between two attempts ends it', async () => {
  const encode = () => Promise.reject(new Error('aborted'));
  await expect(fitBytes({ maxBytes: 1, quality: 90, minScale }, encode)).rejects.toThrow('aborted');
});

test.each([400_000, 250_000])(
  '%d bytes are met without a smaller image, by a quality that is else too low',
  async (maxBytes) => {
    const { encode, attempts } = encoder(likeJpeg);
    const fitted = await fitBytes({ maxBytes, quality: 90, minScale: 1 }, encode);
    expect(fitted?.scale).toBe(1);
    expect(fitted?.quality).toBeLessThan(40);
    expect(fitted?.file.size).toBeLessThanOrEqual(maxBytes);
    expect(attempts.every(({ scale }) => scale === 1)).toBe(true);
  },
);

test('a size that must stay, and for which no quality is low enough, is not met', async () => {
  expect(await fitBytes({ maxBytes: 100_000, quality: 90, minScale: 1 }, encoder(likeJpeg).encode)).toBeUndefined();
  expect(
    await fitBytes({ maxBytes: 100_000, quality: undefined, minScale: 1 }, encoder(likePng).encode),
  ).toBeUndefined();
});
