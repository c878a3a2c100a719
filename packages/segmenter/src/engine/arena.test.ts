import { expect, test } from 'vitest';

import { createRandom } from '../../test/random.ts';
import { type Arena, layOutArena } from './arena.ts';

const line = 64;

interface Lent {
  readonly at: number;
  readonly bytes: number;
}

test('blocks that are lent at the same time do not overlap and fit in the reported size', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    const { result, bytes } = layOutArena((arena) => lendAtRandom(seed, arena));
    for (const { lent, added } of result) {
      expect(added.at % line).toBe(0);
      expect(added.at + added.bytes).toBeLessThanOrEqual(bytes);
      const over = lent.filter((other) => added.at < other.at + other.bytes && other.at < added.at + added.bytes);
      expect(over, `sequence ${seed}, ${added.bytes} bytes at ${added.at}`).toEqual([]);
    }
  }
});

test('takes no more memory than is lent at once, where lending one by one would need more', () => {
  const { bytes } = layOutArena((arena) => {
    const first = arena.take(1024);
    const second = arena.take(2048);
    arena.giveBack(first);
    // The third block is too large for the gap that the first one leaves at the beginning.
    const third = arena.take(2048);
    arena.giveBack(second);
    arena.giveBack(third);
  });
  expect(bytes).toBe(4096);
});

test('rejects giving back memory that was never taken', () => {
  expect(() => layOutArena((arena) => arena.giveBack(64))).toThrow(RangeError);
});

/** Returns every loan together with the other blocks that were lent at that moment. */
function lendAtRandom(seed: number, arena: Arena): { readonly lent: readonly Lent[]; readonly added: Lent }[] {
  const random = createRandom(seed);
  const lent: Lent[] = [];
  const loans = [];
  for (let turn = 0; turn < 200; turn += 1) {
    if (lent.length > 0 && random.number() < 0.48) {
      const [place] = lent.splice(random.integer(0, lent.length - 1), 1);
      if (place) arena.giveBack(place.at);
      continue;
    }
    const bytes = random.pick([1, 63, 64, 65, random.integer(1, 5_000), random.integer(1, 1_000_000)]);
    const added = { at: arena.take(bytes), bytes };
    loans.push({ lent: [...lent], added });
    lent.push(added);
  }
  return loans;
}
