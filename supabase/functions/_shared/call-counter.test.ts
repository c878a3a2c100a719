import { expect, test } from 'vitest';

import { createCallCounter } from './call-counter.ts';
import { createMemoryCounter } from './rate-counter.ts';

const limit = { name: 'any', requests: 3, windowMs: 60_000 };

test('each function has limits of its own, and so has each client', async () => {
  const count = createCallCounter(createMemoryCounter, 1);
  for (let turn = 0; turn < 3; turn += 1) expect(await count(limit, '192.0.2.1')).toBe(0);
  expect(await count(limit, '192.0.2.1')).toBe(60);
  expect(await count(limit, '192.0.2.2')).toBe(0);
  expect(await count({ ...limit, name: 'another' }, '192.0.2.1')).toBe(0);
});

test('other addresses of one IPv6 network do not help, and callers without an address are one', async () => {
  const count = createCallCounter(createMemoryCounter, 1);
  const waits = async (addresses: (string | null)[]) => {
    const seconds: number[] = [];
    for (const address of addresses) seconds.push(await count(limit, address));
    return seconds.map((each) => each > 0);
  };
  expect(await waits(['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'])).toEqual([
    false,
    false,
    false,
    true,
  ]);
  expect(await waits([null, null, null, null])).toEqual([false, false, false, true]);
});

test('the limit is multiplied by the scale', async () => {
  const count = createCallCounter(createMemoryCounter, 2);
  const waits = await Promise.all(Array.from({ length: 10 }, () => count(limit, '192.0.2.1')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(6);
});
