import { expect, test } from 'vitest';

import { defaultThreads } from './api/options.ts';
import { workingLongSidePx } from './pipeline/preprocess.ts';

// The product's owner has fixed these values: 1024 px from 8 GB, 768 px from 4 GB, 640 px below.
test.each([
  [0.25, 640],
  [2, 640],
  [4, 768],
  [7.9, 768],
  [8, 1024],
  [32, 1024],
])('with %f GiB of memory, the working image’s longer side is %i px', (deviceMemoryGib, longSidePx) => {
  expect(workingLongSidePx(deviceMemoryGib)).toBe(longSidePx);
});

test.each([
  [1, 1],
  [2, 2],
  [4, 4],
  [8, 4],
  [12, 6],
  [64, 8],
])('the default for %i logical cores is %i threads', (cores, threads) => {
  expect(defaultThreads(cores)).toBe(threads);
});
