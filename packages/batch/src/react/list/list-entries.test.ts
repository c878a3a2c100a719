import { expect, test } from 'vitest';

import type { BatchItem } from '../../batch.ts';
import { countItems, entryKeys, indexAt, movedIndex } from './list-entries.ts';

const waiting = (id: string): BatchItem => ({ id, name: id, sizeBytes: 1, hasOverride: false, state: 'waiting' });
const done = (id: string, isDoubtful = false): BatchItem => ({
  ...waiting(id),
  state: 'processed',
  outcome: 'done',
  doubts: isDoubtful ? [{ kind: 'empty' }] : [],
  isOutdated: false,
  result: { fileName: id, type: 'image/png', sizeBytes: 1, widthPx: 1, heightPx: 1, durationMs: 1 },
});

const finished = [done('a'), done('b', true), done('c'), done('d', true)];

test('doubtful results come first only once all items are processed', () => {
  expect(entryKeys(finished)).toEqual(['look:2', 'item:b', 'item:d', 'rest:2', 'item:a', 'item:c']);
  expect(entryKeys([...finished, waiting('e')])).toEqual(['item:a', 'item:b', 'item:c', 'item:d', 'item:e']);
  expect(entryKeys([done('a', true)])).toEqual(['look:1', 'item:a']);
});

test('an item moves past its neighbour within its section', () => {
  expect(movedIndex(finished, 'b', 1)).toBe(3);
  expect(movedIndex(finished, 'd', 1)).toBeUndefined();
  expect(movedIndex(finished, 'a', -1)).toBeUndefined();
  expect(movedIndex(finished, 'c', -1)).toBe(0);
  expect(indexAt(finished, 'a', 'b')).toBeUndefined();
  expect(indexAt([waiting('a'), waiting('b'), waiting('c')], 'a', 'c')).toBe(2);
});

test('each item is counted in exactly one state', () => {
  const failed: BatchItem = {
    ...waiting('f'),
    state: 'processed',
    outcome: 'failed',
    failure: { code: 'damaged-image' },
  };
  expect(countItems([...finished, failed, waiting('w')])).toEqual({
    total: 6,
    done: 4,
    failed: 1,
    open: 1,
    doubtful: 2,
  });
});
