import { expect, test } from 'vitest';

import { createAllowanceCounter, createCallCounter } from './call-counter.ts';
import { createMemoryCounter } from './rate-counter.ts';

const limit = { name: 'any', requests: 3, windowMs: 60_000 };

test('counts each function and each client separately', async () => {
  const count = createCallCounter(createMemoryCounter, 1);
  for (let turn = 0; turn < 3; turn += 1) expect(await count(limit, '192.0.2.1')).toBe(0);
  expect(await count(limit, '192.0.2.1')).toBe(60);
  expect(await count(limit, '192.0.2.2')).toBe(0);
  expect(await count({ ...limit, name: 'another' }, '192.0.2.1')).toBe(0);
});

test('counts the addresses of one IPv6 network together, and all callers without an address together', async () => {
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

test('multiplies the limit by the scale', async () => {
  const count = createCallCounter(createMemoryCounter, 2);
  const waits = await Promise.all(Array.from({ length: 10 }, () => count(limit, '192.0.2.1')));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(6);
});

test('takes as much of an allowance as is left, and takes again what was given back', async () => {
  const { of } = createAllowanceCounter(createMemoryCounter);
  const allowed = { ...limit, requestsOfAll: 100 };
  const one = of('192.0.2.1');
  expect(await one.take(allowed, 2)).toEqual({ taken: 2, left: 1, waitSeconds: 0 });
  expect(await one.take(allowed, 2)).toEqual({ taken: 1, left: 0, waitSeconds: 0 });
  expect(await one.take(allowed, 1)).toEqual({ taken: 0, left: 0, waitSeconds: 60 });
  await one.giveBack(allowed, 2);
  expect(await one.take(allowed, 3)).toEqual({ taken: 2, left: 0, waitSeconds: 0 });
});

test('concurrent requests take no more than the allowance, and a network has ten times the allowance of an address', async () => {
  const { of } = createAllowanceCounter(createMemoryCounter);
  const allowed = { ...limit, requestsOfAll: 100 };
  const answers = await Promise.all(Array.from({ length: 8 }, () => of('192.0.2.1').take(allowed, 1)));
  expect(answers.reduce((sum, { taken }) => sum + taken, 0)).toBeLessThanOrEqual(3);
  let taken = 0;
  for (let host = 2; host < 20; host += 1) taken += (await of(`192.0.2.${host}`).take(allowed, 3)).taken;
  expect(taken).toBeLessThanOrEqual(30);
  expect(taken).toBeGreaterThanOrEqual(27);
});
