import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { createRateLimits } from './rate-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const minuteMs = 60_000;

test('an address may sign up so often, and again when time has passed', () => {
  const limits = createRateLimits(1);
  const signUp = (turn: number) => limits.count('sign-up', '203.0.113.7', `${turn}@isola.example`);
  for (let turn = 0; turn < 30; turn += 1) expect(signUp(turn)).toBe(0);
  // Thirty an hour is one every two minutes.
  expect(signUp(30)).toBe(120);
  expect(limits.count('sign-up', '203.0.113.8', '31@isola.example')).toBe(0);
  expect(limits.count('sign-in', '203.0.113.7', '32@isola.example')).toBe(0);
  vi.advanceTimersByTime(2 * minuteMs);
  expect(signUp(33)).toBe(0);
  expect(signUp(34)).toBe(120);
});

test('an e-mail address is counted wherever the requests come from, however it is written', () => {
  const limits = createRateLimits(1);
  const recover = (turn: number, email: string) => limits.count('mail', `203.0.113.${turn}`, email);
  for (let turn = 0; turn < 5; turn += 1) expect(recover(turn, 'Ada@isola.example')).toBe(0);
  expect(recover(5, ' ada@ISOLA.example')).toBeGreaterThan(0);
  expect(recover(6, 'eve@isola.example')).toBe(0);
});

test('who is refused by address does not use up what belongs to an e-mail’s owner', () => {
  const limits = createRateLimits(1);
  for (let turn = 0; turn < 200; turn += 1) limits.count('sign-in', '203.0.113.7', `${turn}@isola.example`);
  for (let turn = 0; turn < 200; turn += 1) limits.count('sign-in', '203.0.113.7', 'ada@isola.example');
  expect(limits.count('sign-in', '203.0.113.8', 'ada@isola.example')).toBe(0);
});

test('a household’s IPv6 addresses are one', () => {
  const limits = createRateLimits(1);
  const signUp = (address: string) => limits.count('sign-up', address, null);
  for (let turn = 0; turn < 30; turn += 1) expect(signUp(`2001:db8:1:2::${turn.toString(16)}`)).toBe(0);
  expect(signUp('2001:db8:1:2:ffff::1')).toBeGreaterThan(0);
  expect(signUp('2001:db8:1:3::1')).toBe(0);
});

test('of ten thousand sign-ups from one address, thirty pass', () => {
  const limits = createRateLimits(1);
  const passed = Array.from({ length: 10_000 }, (_, turn) =>
    limits.count('sign-up', '203.0.113.7', `${turn}@isola.example`),
  ).filter((wait) => wait === 0);
  expect(passed).toHaveLength(30);
});

test('memory stays bounded: who was longest away is forgotten first', () => {
  const limits = createRateLimits(1);
  const signUp = (address: string) => limits.count('sign-up', address, null);
  for (let turn = 0; turn < 30; turn += 1) signUp('203.0.113.7');
  for (let turn = 0; turn < 9_999; turn += 1) signUp(`10.0.${turn >> 8}.${turn & 255}`);
  expect(signUp('203.0.113.7')).toBeGreaterThan(0);
  for (let turn = 0; turn < 10_000; turn += 1) signUp(`10.1.${turn >> 8}.${turn & 255}`);
  expect(signUp('203.0.113.7')).toBe(0);
});
