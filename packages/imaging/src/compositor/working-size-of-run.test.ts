import { expect, test } from 'vitest';

import { workingSizeOfRun } from './working-size-of-run.ts';

const working = { workingWidthPx: 1024, workingHeightPx: 683 };

test('colours are estimated at the size of the mask', () => {
  const run = { ...working, networkWidthPx: 768, networkHeightPx: 512 };
  expect(workingSizeOfRun(run)).toEqual({ widthPx: 768, heightPx: 512 });
});

test('without a mask, colours are estimated at the working size', () => {
  const run = { ...working, networkWidthPx: 0, networkHeightPx: 0 };
  expect(workingSizeOfRun(run)).toEqual({ widthPx: 1024, heightPx: 683 });
});
