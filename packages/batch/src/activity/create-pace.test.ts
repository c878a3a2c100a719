import { expect, test } from 'vitest';

import { createPace } from './create-pace.ts';

function setUp() {
  let nowMs = 1_000;
  const pace = createPace(() => nowMs);
  return { pace, wait: (ms: number) => (nowMs += ms) };
}

const left = (first: number, again = 0) => ({ first, again });

test('the pace is undefined until two images are finished, and then follows the intervals between them', () => {
  const { pace, wait } = setUp();
  pace.start();
  expect(pace.estimate(left(5))).toBeUndefined();
  wait(9_000);
  pace.finish('first');
  expect(pace.estimate(left(4))).toBeUndefined();
  for (let count = 0; count < 4; count += 1) {
    wait(2_000);
    pace.finish('first');
  }
  expect(pace.estimate(left(3))).toEqual({ imagesPerMinute: 30, remainingMs: 6_000 });
});

test('the pace ignores a single slow image and everything before the last five intervals', () => {
  const { pace, wait } = setUp();
  pace.start();
  for (const ms of [8_000, 8_000, 8_000, 1_000, 1_000, 60_000, 1_000]) {
    wait(ms);
    pace.finish('first');
  }
  expect(pace.estimate(left(10))).toEqual({ imagesPerMinute: 60, remainingMs: 10_000 });
});

test('the pace ignores pauses and is undefined while the clock is stopped', () => {
  const { pace, wait } = setUp();
  pace.start();
  for (let count = 0; count < 3; count += 1) {
    wait(1_000);
    pace.finish('first');
  }
  pace.stop();
  expect(pace.estimate(left(2))).toBeUndefined();
  wait(600_000);
  pace.start();
  wait(1_000);
  pace.finish('first');
  expect(pace.estimate(left(1))).toEqual({ imagesPerMinute: 60, remainingMs: 1_000 });
});

test('repeated renderings are estimated separately from first ones', () => {
  const { pace, wait } = setUp();
  pace.start();
  for (let count = 0; count < 2; count += 1) {
    wait(4_000);
    pace.finish('first');
  }
  for (let count = 0; count < 2; count += 1) {
    wait(500);
    pace.finish('again');
  }
  expect(pace.estimate(left(2, 4))).toEqual({ imagesPerMinute: 120, remainingMs: 10_000 });
});
