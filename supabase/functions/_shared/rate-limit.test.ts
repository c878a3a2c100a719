import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRateLimiter } from './rate-limit.ts';

const limit = { name: 'any', requests: 3, windowMs: 60_000 };

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test('a caller waits until the window ends, and no other does', () => {
  const count = createRateLimiter();
  for (let turn = 0; turn < 3; turn += 1) expect(count(limit, '192.0.2.1', 1)).toBe(0);
  vi.setSystemTime(Date.now() + 20_000);
  expect(count(limit, '192.0.2.1', 1)).toBe(40);
  expect(count(limit, '192.0.2.2', 1)).toBe(0);
  expect(count({ ...limit, name: 'another' }, '192.0.2.1', 1)).toBe(0);
  vi.setSystemTime(Date.now() + 40_000);
  expect(count(limit, '192.0.2.1', 1)).toBe(0);
});

test('other addresses of one IPv6 network do not help, and callers without an address are one', () => {
  const count = createRateLimiter();
  const waits = (addresses: (string | null)[]) => addresses.map((ip) => count(limit, ip, 1) > 0);
  expect(waits(['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8::4'])).toEqual([false, false, false, true]);
  expect(waits([null, null, null, null])).toEqual([false, false, false, true]);
});

test('the limit is multiplied by the scale', () => {
  const count = createRateLimiter();
  const waits = Array.from({ length: 10 }, () => count(limit, '192.0.2.1', 2));
  expect(waits.filter((seconds) => seconds === 0)).toHaveLength(6);
});

test('beyond ten thousand callers the further ones are one, and none is forgotten', () => {
  const count = createRateLimiter();
  const one = { ...limit, requests: 1 };
  const waitOf = (number: number) => count(one, `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, 1);
  for (let number = 0; number < 10_000; number += 1) expect(waitOf(number)).toBe(0);
  expect(waitOf(10_000)).toBe(0);
  expect(waitOf(10_001)).toBeGreaterThan(0);
  expect(waitOf(0)).toBeGreaterThan(0);
  vi.setSystemTime(Date.now() + 60_000);
  expect(waitOf(10_001)).toBe(0);
});
