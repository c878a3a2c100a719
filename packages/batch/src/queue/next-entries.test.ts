import type { Matte } from '@isola/imaging';
import { expect, test } from 'vitest';

import { type BatchEntry, newEntry, type Work } from '../items/batch-entry.ts';
import type { SavedOutcome, SegmentedFacts } from '../storage/batch-storage.ts';
import { nextToRender, nextToSegment, type RenderLimits } from './next-entries.ts';

const segmented = { widthPx: 1, heightPx: 1, doubts: [] } as unknown as SegmentedFacts;
const matte: Matte = { data: new Uint8ClampedArray(1), widthPx: 1, heightPx: 1 };
const result = (renderKey: string) => ({ kind: 'done', renderKey }) as SavedOutcome;

const stored = (id: string, change: Partial<BatchEntry> = {}): BatchEntry => ({
  ...newEntry({ id, name: id, type: 'image/png', sizeBytes: 1, unstoredFile: undefined }),
  isStored: true,
  ...change,
});
const working = (step: Work['step']): Partial<BatchEntry> => ({
  work: { step, controller: new AbortController(), share: 0, isWriting: false, isDiscarded: false },
});
const inMemory = { matte, segmented };
const idsOf = (entries: readonly BatchEntry[]) => entries.map(({ id }) => id).join('');
const limits: RenderLimits = {
  maxRendering: 9,
  renderKey: (override) => override?.revision ?? 'new',
  isHeld: false,
};

test('rendering prefers mattes in memory to stored mattes, and both to outdated results', () => {
  const entries = [
    stored('a', { segmented, outcome: result('old') }),
    stored('b', { segmented }),
    stored('c', inMemory),
    stored('d', { segmented, outcome: result('new') }),
    stored('e'),
  ];
  expect(idsOf(nextToRender(entries, limits))).toBe('cba');
  expect(idsOf(nextToRender(entries, { ...limits, maxRendering: 2 }))).toBe('cb');
});

test('a hold keeps outdated results but not missing ones', () => {
  const entries = [stored('a', { segmented, outcome: result('old') }), stored('b', { segmented })];
  expect(idsOf(nextToRender(entries, { ...limits, isHeld: true }))).toBe('b');
});

test('running renderings count towards the maximum', () => {
  const entries = [stored('a', { ...inMemory, ...working('rendering') }), stored('b', inMemory)];
  expect(nextToRender(entries, { ...limits, maxRendering: 1 })).toEqual([]);
  expect(idsOf(nextToRender(entries, { ...limits, maxRendering: 2 }))).toBe('b');
});

test('an override decides whether a result is outdated', () => {
  const override = { revision: 'own' } as NonNullable<BatchEntry['override']>;
  const entries = [
    stored('a', { segmented, override, outcome: result('own') }),
    stored('b', { segmented, override, outcome: result('new') }),
  ];
  expect(idsOf(nextToRender(entries, limits))).toBe('b');
});

test('two images are segmented at the same time, in the order of the batch', () => {
  const entries = [stored('a'), stored('b'), stored('c')];
  expect(idsOf(nextToSegment(entries))).toBe('ab');
  expect(idsOf(nextToSegment([stored('a', working('segmenting')), ...entries.slice(1)]))).toBe('b');
});

test('at most three images are segmented or wait with their matte in memory', () => {
  const waiting = [stored('a', inMemory), stored('b', inMemory)];
  expect(idsOf(nextToSegment([...waiting, stored('c'), stored('d')]))).toBe('c');
  expect(nextToSegment([...waiting, stored('c', inMemory), stored('d')])).toEqual([]);
  // An image that is being rendered no longer waits.
  const rendering = stored('a', { ...inMemory, ...working('rendering') });
  expect(idsOf(nextToSegment([rendering, stored('b', inMemory), stored('c'), stored('d')]))).toBe('cd');
});

test('items that are not stored, not readable or already failed are skipped', () => {
  const failure: SavedOutcome = { kind: 'failed', failure: { code: 'out-of-memory' } };
  const entries = [
    stored('a', { isStored: false }),
    stored('b', { isUnreadable: true }),
    stored('c', { outcome: failure }),
    stored('d'),
  ];
  expect(idsOf(nextToSegment(entries))).toBe('d');
  expect(nextToRender(entries, limits)).toEqual([]);
});
