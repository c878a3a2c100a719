import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createMemoryCounter } from '@isola/supabase/shared/rate-counter';
import { createRateLimits } from './rate-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;
const limitsForTest = () => createRateLimits(createMemoryCounter, 1);

async function times<T>(count: number, run: (turn: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let turn = 0; turn < count; turn += 1) results.push(await run(turn));
  return results;
}

const allowedOf = (waits: readonly number[]) => waits.filter((seconds) => seconds === 0).length;

test('one address may sign up thirty times an hour', async () => {
  const limits = limitsForTest();
  const signUp = () => limits.count('sign-up', '203.0.113.7');
  expect(allowedOf(await times(30, signUp))).toBe(30);
  vi.advanceTimersByTime(20 * minuteMs);
  expect(await signUp()).toBe(40 * 60);
  expect(await limits.count('sign-up', '203.0.113.8')).toBe(0);
  expect(await limits.count('sign-in', '203.0.113.7')).toBe(0);
  vi.advanceTimersByTime(40 * minuteMs);
  expect(allowedOf(await times(31, signUp))).toBe(30);
});

test('attempts at an email are counted whatever its case and surrounding spaces', async () => {
  const limits = limitsForTest();
  expect(allowedOf(await times(20, () => limits.countEmail('sign-in', 'Ada@isola.example')))).toBe(20);
  expect(await limits.countEmail('sign-in', ' ada@ISOLA.example')).toBe(60 * 60);
  expect(await limits.countEmail('sign-in', 'eve@isola.example')).toBe(0);
  expect(await limits.countEmail('mail', 'ada@isola.example', 'recovery')).toBe(0);
});

test('each purpose of an email has a separate budget, which is cleared separately', async () => {
  const limits = limitsForTest();
  const mail = (within: string) => limits.countEmail('mail', 'ada@isola.example', within);
  expect(allowedOf(await times(9, () => mail('recovery')))).toBe(3);
  expect(await mail('magiclink')).toBe(0);
  await limits.clearEmail('mail', 'Ada@isola.example', 'magiclink');
  expect(await mail('recovery')).toBeGreaterThan(0);
  expect(allowedOf(await times(9, () => mail('magiclink')))).toBe(3);
});

test('thirty of 10,000 sign-ups from one address are allowed', async () => {
  const limits = limitsForTest();
  const signUp = () => limits.count('sign-up', '203.0.113.7');
  expect(allowedOf(await times(10_000, signUp))).toBe(30);
});

test.each([
  ['a /64 of IPv6', 30, (turn: number) => `2001:db8:1:2::${turn.toString(16)}`],
  ['a /48 of IPv6', 300, (turn: number) => `2001:db8:1:${turn.toString(16)}::1`],
  ['a /24 of IPv4', 300, (turn: number) => `203.0.113.${turn % 256}`],
  ['a /24 of IPv4, written as IPv6', 300, (turn: number) => `::ffff:203.0.113.${turn % 256}`],
])('%s is allowed %i sign-ups, however many addresses it uses', async (_name, expected, addressAt) => {
  const limits = limitsForTest();
  expect(allowedOf(await times(1_000, (turn) => limits.count('sign-up', addressAt(turn))))).toBe(expected);
  // Neighbouring networks have their own limits.
  expect(await limits.count('sign-up', '2001:db8:2::1')).toBe(0);
  expect(await limits.count('sign-up', '203.0.114.1')).toBe(0);
});

test('refused requests of one client do not count against its network', async () => {
  const limits = limitsForTest();
  await times(1_000, () => limits.count('sign-up', '2001:db8:1:2::1'));
  expect(await limits.count('sign-up', '2001:db8:1:3::1')).toBe(0);
});

test('requests without an address count as requests of one client', async () => {
  const limits = limitsForTest();
  expect(allowedOf(await times(100, () => limits.count('sign-up', null)))).toBe(30);
});

test.each([
  [2, 60],
  [0.1, 3],
  [0.001, 1],
])('with a scale of %d, one address may sign up %i times', async (scale, expected) => {
  const limits = createRateLimits(createMemoryCounter, scale);
  expect(allowedOf(await times(100, () => limits.count('sign-up', '203.0.113.7')))).toBe(expected);
});
