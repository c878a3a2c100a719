import { expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { Arena } from './arena.ts';

const line = 64;

test('no two places that are lent overlap, whatever is taken and given back', () => {
  for (let seed = 0; seed < 40; seed += 1) lendAtRandom(seed);
});

test('a place that was given back is lent again before the memory grows', () => {
  const arena = new Arena();
  const first = arena.take(1000);
  arena.take(1000);
  arena.giveBack(first, 1000);
  expect(arena.take(1024)).toBe(first);
  expect(arena.peakBytes).toBe(2048);
});

function lendAtRandom(seed: number): void {
  const random = createRandom(seed);
  const arena = new Arena();
  const lent: { readonly at: number; readonly bytes: number }[] = [];
  let highest = 0;
  for (let turn = 0; turn < 400; turn += 1) {
    if (lent.length > 0 && random.number() < 0.48) {
      const [place] = lent.splice(random.integer(0, lent.length - 1), 1);
      if (place) arena.giveBack(place.at, place.bytes);
      continue;
    }
    const bytes = random.pick([1, 63, 64, 65, random.integer(1, 5_000), random.integer(1, 1_000_000)]);
    const at = arena.take(bytes);
    expect(at % line).toBe(0);
    const over = lent.filter((other) => at < other.at + other.bytes && other.at < at + bytes);
    expect(over, `sequence ${seed}, ${bytes} bytes at ${at}`).toEqual([]);
    lent.push({ at, bytes });
    highest = Math.max(highest, at + bytes);
  }
  expect(arena.peakBytes).toBeGreaterThanOrEqual(highest);
  expect(arena.peakBytes).toBeLessThan(highest + line);

  // All given back, in whichever order, it is one stretch again.
  for (const { at, bytes } of lent) arena.giveBack(at, bytes);
  expect(arena.take(arena.peakBytes)).toBe(0);
}
