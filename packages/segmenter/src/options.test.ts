import { expect, test } from 'vitest';

import { defaultThreads } from './api/options.ts';
import { workingLongSidePx } from './pipeline/preprocess.ts';

// The owner's table: 1024 px from 8 GB, 768 px from 4 GB, 640 px below.
test.each([
  [0.25, 640],
  [2, 640],
  [4, 768],
  [7.9, 768],
  [8, 1024],
  [32, 1024],
])('a device of %f GiB works at %i px', (deviceMemoryGib, longSidePx) => {
  expect(workingLongSidePx(deviceMemoryGib)).toBe(longSidePx);
});

test.each([
  [1, 1],
  [2, 2],
  [4, 4],
  [8, 4],
  [12, 6],
  [64, 8],
])('%i logical cores get %i threads', (cores, threads) => {
  expect(defaultThreads(cores)).toBe(threads);
});
