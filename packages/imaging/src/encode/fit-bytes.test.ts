import { expect, test } from 'vitest';

import { type Attempt, fitBytes } from './fit-bytes.ts';

/** Creates an encoder whose file size follows a formula, and which records its attempts. */
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

const likeJpeg = ({ scale, reduction = 0 }: Attempt) => 700 + 12e6 * scale ** 2 * (0.02 + 0.5 * (reduction / 100) ** 3);
const likePng = ({ scale }: Attempt) => 300 + 20e6 * scale ** 1.6;
const minScale = 16 / 4000;
const range = { highest: 90, lowest: 40 };

test('a file that fits is encoded once, at the highest quality', async () => {
  const { encode, attempts } = encoder(likeJpeg);
  expect(await fitBytes({ maxBytes: 9e6, range, minScale }, encode)).toMatchObject({ scale: 1, reduction: 90 });
  expect(attempts).toHaveLength(1);
});

test.each([4e6, 3e6, 2e6, 1e6, 700_000])(
  '%d bytes are met by lower quality alone, and nearly used up',
  async (maxBytes) => {
    const { encode, attempts } = encoder(likeJpeg);
    const fitted = await fitBytes({ maxBytes, range, minScale }, encode);
    expect(fitted?.scale).toBe(1);
    expect(fitted?.reduction).toBeGreaterThanOrEqual(40);
    expect(fitted?.reduction).toBeLessThan(90);
    expect(fitted?.file.size).toBeLessThanOrEqual(maxBytes);
    // Three steps more quality would come close to the limit or exceed it.
    expect(likeJpeg({ scale: 1, reduction: (fitted?.reduction ?? 0) + 3 })).toBeGreaterThan(maxBytes * 0.93);
    expect(attempts.length).toBeLessThanOrEqual(8);
  },
);

test.each([300_000, 100_000, 20_000, 8000])('%d bytes are met by a smaller image', async (maxBytes) => {
  for (const [bytes, range] of [
    [likeJpeg, { highest: 90, lowest: 40 }],
    [likeJpeg, { highest: 30, lowest: 40 }],
    [likePng, undefined],
  ] as const) {
    const { encode, attempts } = encoder(bytes);
    const fitted = await fitBytes({ maxBytes, range, minScale }, encode);
    expect(fitted?.scale).toBeLessThan(1);
    expect(fitted?.file.size).toBeLessThanOrEqual(maxBytes);
    expect(fitted?.file.size).toBeGreaterThan(maxBytes * 0.8);
    expect(attempts.length).toBeLessThanOrEqual(9);
    expect(Math.max(...attempts.map((attempt) => attempt.reduction ?? 0))).toBeLessThanOrEqual(range?.highest ?? 0);
  }
});

test('a limit is met even when the size of the file grows in jumps', async () => {
  const leaps = ({ scale, reduction = 0 }: Attempt) => (scale > 0.31 ? 9e6 : 40_000) + reduction;
  const fitted = await fitBytes({ maxBytes: 50_000, range, minScale }, encoder(leaps).encode);
  expect(fitted?.scale).toBeLessThanOrEqual(0.31);
  expect(fitted?.file.size).toBeLessThanOrEqual(50_000);
});

test('the smallest image is tried last, and the result is undefined when it exceeds the limit', async () => {
  const { encode, attempts } = encoder(() => 5000);
  expect(await fitBytes({ maxBytes: 4999, range, minScale }, encode)).toBeUndefined();
  expect(attempts.length).toBeLessThanOrEqual(9);
  expect(attempts.at(-1)?.scale).toBe(minScale);
});

test('an abort between two attempts ends the search', async () => {
  const encode = () => Promise.reject(new Error('aborted'));
  await expect(fitBytes({ maxBytes: 1, range, minScale }, encode)).rejects.toThrow('aborted');
});

test.each([400_000, 250_000])(
  '%d bytes are met at full size by qualities below the usual minimum',
  async (maxBytes) => {
    const { encode, attempts } = encoder(likeJpeg);
    const fitted = await fitBytes({ maxBytes, range: { highest: 90, lowest: 1 }, minScale: 1 }, encode);
    expect(fitted?.scale).toBe(1);
    expect(fitted?.reduction).toBeLessThan(40);
    expect(fitted?.file.size).toBeLessThanOrEqual(maxBytes);
    expect(attempts.every(({ scale }) => scale === 1)).toBe(true);
  },
);

test('a limit that no quality meets at full size yields undefined', async () => {
  expect(
    await fitBytes({ maxBytes: 100_000, range: { highest: 90, lowest: 1 }, minScale: 1 }, encoder(likeJpeg).encode),
  ).toBeUndefined();
  expect(await fitBytes({ maxBytes: 100_000, range: undefined, minScale: 1 }, encoder(likePng).encode)).toBeUndefined();
});
