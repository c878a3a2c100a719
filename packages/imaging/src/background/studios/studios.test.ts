import { expect, test } from 'vitest';

import { toSrgb } from '../../color/linear-light.ts';
import { openStudio, studioThumbnail } from './open-studio.ts';
import { studios } from './studios.ts';

const yieldToEventLoop = async () => undefined;

async function painted(id: string, widthPx: number, heightPx: number) {
  const studio = await openStudio(id, widthPx, heightPx, yieldToEventLoop);
  const rows = Array.from({ length: heightPx }, (_, row) => {
    const into = new Float32Array(widthPx * 3);
    studio.readRow(row, into);
    return into;
  });
  return (x: number, y: number, channel: number) => rows[y]?.[x * 3 + channel] ?? NaN;
}

/** Averages a square, which removes grain and fine patterns. */
function meanOf(at: Awaited<ReturnType<typeof painted>>, left: number, top: number, side: number): number {
  let sum = 0;
  for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) sum += at(left + x, top + y, 1);
  return sum / (side * side);
}

test.each(studios.map(({ id }) => id))('%s looks the same at every size and on every call', async (id) => {
  const [small, large, again] = await Promise.all([painted(id, 80, 60), painted(id, 320, 240), painted(id, 320, 240)]);
  for (let y = 4; y < 56; y += 8) {
    for (let x = 4; x < 76; x += 8) {
      expect(large(x * 4, y * 4, 0)).toBe(again(x * 4, y * 4, 0));
      expect(Math.abs(meanOf(small, x, y, 4) - meanOf(large, x * 4, y * 4, 16))).toBeLessThan(0.06);
    }
  }
});

test.each(studios)('$id stays within the range of light and is not a plain colour', async (studio) => {
  const { data } = studioThumbnail(studio, 96, 64);
  expect(data.every((light) => light >= 0 && light <= 1)).toBe(true);
  const rows = Array.from({ length: 64 }, (_, y) => toSrgb(data[(y * 96 + 48) * 3 + 1] ?? 0));
  expect(Math.max(...rows) - Math.min(...rows)).toBeGreaterThan(8);
});

test('a slow gradient shows no banding in eight bits', async () => {
  const light = new Float32Array(2400 * 3);
  (await openStudio('paper-cool', 2400, 1800, yieldToEventLoop)).readRow(600, light);
  // Without grain, runs of equal values would be dozens of pixels long here.
  let [longest, run] = [0, 0];
  for (let x = 1; x < 2400; x += 1) {
    run = toSrgb(light[x * 3] ?? 0) === toSrgb(light[x * 3 - 3] ?? 0) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  expect(longest).toBeLessThan(20);
});

test('rejects an unknown studio', async () => {
  await expect(openStudio('moon', 10, 10, yieldToEventLoop)).rejects.toThrow(RangeError);
});
