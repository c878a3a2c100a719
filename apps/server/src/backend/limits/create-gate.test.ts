import { expect, test } from 'vitest';

import { createGate } from './create-gate.ts';

test('a gate runs three tasks at a time, lets forty wait in order, and refuses the next', async () => {
  const gate = createGate(3, 40);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const results = Array.from({ length: 44 }, (_, index) =>
    gate.pass(() => {
      started.push(index);
      return new Promise<number>((end) => ends.push(() => end(index)));
    }),
  );
  expect(started).toEqual([0, 1, 2]);
  expect(await results[43]).toBeNull();
  for (let turn = 0; turn < 43; turn += 1) {
    ends[turn]?.();
    expect(await results[turn]).toBe(turn);
    expect(started.length).toBeLessThanOrEqual(turn + 4);
  }
  expect(started).toEqual(Array.from({ length: 43 }, (_, index) => index));
});

test('a failed task lets the next one run', async () => {
  const gate = createGate(1, 0);
  await expect(gate.pass(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.pass(() => Promise.resolve('passed'))).toBe('passed');
});
