import { expect, test } from 'vitest';

import { exampleFacts } from '../testing/example-project.ts';
import { packFacts, readFacts } from './saved-project.ts';

test('reads facts that were saved without the network’s size', () => {
  const run = {
    model: 'isnet',
    provider: 'engine',
    threads: 2,
    thread: 'worker',
    detail: 'standard',
    workingWidthPx: 512,
    workingHeightPx: 341,
    timingsMs: { preprocessing: 1, 'loading-model': 2.5, segmenting: 3, postprocessing: 4, complete: 11 },
  };
  const confidence = { value: 0.9, map: [0, 255], mapWidthPx: 2, mapHeightPx: 1 };
  expect(readFacts({ run, subject: 'found', confidence })?.run).toEqual({
    ...run,
    networkWidthPx: 0,
    networkHeightPx: 0,
    passes: 0,
  });
});

test('facts without disputed parts are read with none, and facts with disputed parts keep them', () => {
  const { run, subject, confidence } = packFacts(exampleFacts);
  const { disputed, ...before } = confidence;
  expect(readFacts({ run, subject, confidence: before })?.confidence.disputed).toEqual([]);
  expect(disputed).toHaveLength(1);
  expect(readFacts({ run, subject, confidence })).toEqual(exampleFacts);
});

test('refuses facts whose disputed part has thousands of strips over one large image', () => {
  const { run, subject, confidence } = packFacts(exampleFacts);
  const whole = { leftPx: 0, topPx: 0, widthPx: 8000, heightPx: 6000 };
  const partOf = (count: number) => [{ ...whole, strips: Array.from({ length: count }, () => whole) }];
  expect(readFacts({ run, subject, confidence: { ...confidence, disputed: partOf(4) } })).toBeDefined();
  expect(readFacts({ run, subject, confidence: { ...confidence, disputed: partOf(1000) } })).toBeUndefined();
});

test('reads facts of a small image whose strips overlap', () => {
  const { run, subject, confidence } = packFacts(exampleFacts);
  const row = { leftPx: 0, topPx: 4, widthPx: 16, heightPx: 1 };
  const disputed = [{ ...row, strips: Array.from({ length: 60 }, () => row) }];
  expect(readFacts({ run, subject, confidence: { ...confidence, disputed } })?.confidence.disputed).toEqual(disputed);
});

test.each([
  [{ realm: 'worker' }, { thread: 'worker' }],
  [
    { realm: 'page', realmReason: 'worker-died' },
    { thread: 'main', mainThreadReason: 'worker-died' },
  ],
])('facts that were saved with %j are read with the current names', (saved, read) => {
  const run = {
    model: 'isnet',
    provider: 'engine',
    threads: 1,
    detail: 'standard',
    workingWidthPx: 512,
    workingHeightPx: 341,
    networkWidthPx: 1216,
    networkHeightPx: 832,
    passes: 2,
    timingsMs: { preprocessing: 1, 'loading-model': 2.5, segmenting: 3, postprocessing: 4, complete: 11 },
  };
  const confidence = { value: 0.9, map: [0, 255], mapWidthPx: 2, mapHeightPx: 1 };
  const facts = readFacts({ run: { ...run, ...saved }, subject: 'found', confidence });
  expect(facts?.run).toEqual({ ...run, ...read });
});
