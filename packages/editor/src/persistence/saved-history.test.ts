import { expect, test } from 'vitest';

import { currentVersion, type DocumentState } from '../schema/document-state.ts';
import type { SeedClick } from '../edits/seed-click.ts';
import { initialState } from '../schema/initial-state.ts';
import { packHistory, readHistory, type DocumentHistory } from './saved-history.ts';

/** History in which each state has one edit more than the previous one. */
function strokes(count: number): DocumentHistory {
  const edits = Array.from({ length: count }, (_, at): SeedClick => ({
    kind: 'seed-click',
    action: 'keep',
    x: at,
    y: 0.5,
  }));
  const stateWith = (some: number): DocumentState => ({
    ...initialState,
    matte: { ...initialState.matte, edits: edits.slice(0, some) },
  });
  const past = Array.from({ length: count + 1 }, (_, at) => ({
    state: stateWith(at),
    step: at === 0 ? undefined : ('keep' as const),
  }));
  return { past, at: count };
}

const stored = (history: DocumentHistory) => JSON.parse(JSON.stringify(packHistory(history))) as object;

test('a history survives being stored', () => {
  const history = { ...strokes(3), at: 2 };
  expect(readHistory(stored(history))).toEqual({ history });
});

test('an edit is stored once, also after the history was read and packed again', () => {
  const once = stored(strokes(50)) as { edits: unknown[] };
  expect(once.edits).toHaveLength(50);
  const { history: read } = readHistory(once);
  expect(read && packHistory(read).edits).toHaveLength(50);
});

test('a state beyond the limits is left out, and the other states are read', () => {
  // The states have 1999, 2000, 2001 and 2002 edits.
  const past = strokes(2002).past.slice(-4);
  expect(readHistory(stored({ past, at: 3 }))).toEqual({
    history: { past: past.slice(0, 2), at: 1 },
  });
  const wide = { centerX: 0, centerY: 0, widthPx: 71_111, heightPx: 40_000, angleDeg: 0, mirrored: false };
  const [start, first, second] = strokes(2).past;
  if (!start || !first || !second) throw new Error('two steps are three states');
  const beyond = { ...first, state: { ...first.state, crop: wide } };
  expect(readHistory(stored({ past: [start, beyond, second], at: 2 }))).toEqual({
    history: { past: [start, second], at: 1 },
  });
  expect(readHistory(stored({ past: [start, second, beyond, second], at: 2 }))).toMatchObject({ history: { at: 1 } });
});

test.each([
  ['undefined', () => undefined],
  ['without states', () => ({ ...stored(strokes(1)), past: [] })],
  ['whose current step is beyond the end', () => ({ ...stored(strokes(1)), at: 2 })],
  ['that refers to a missing edit', () => ({ ...stored(strokes(2)), edits: [] })],
  [
    'with an invalid edit',
    () => ({ ...stored(strokes(1)), edits: [{ kind: 'seed-click', action: 'keep', x: 'far', y: 0 }] }),
  ],
  [
    'with a step of an unknown name',
    () => ({ ...stored(strokes(0)), past: [{ step: 'toString', state: initialState, edits: [] }] }),
  ],
  [
    'with a state of another version',
    () => ({ ...stored(strokes(0)), past: [{ state: { ...initialState, version: 0 }, edits: [] }] }),
  ],
])('rejects a history: %s', (_, make) => {
  expect(readHistory(make())).toEqual({ failure: 'invalid' });
});

test('a history of a newer version is refused as newer, even if parts of it can be read', () => {
  expect(readHistory({ ...stored(strokes(2)), version: currentVersion + 1 })).toEqual({ failure: 'newer-version' });
});

test.each([
  [
    'background',
    () => ({
      ...stored(strokes(0)),
      past: [{ state: { ...initialState, background: { kind: 'hologram' } }, edits: [] }],
    }),
  ],
  ['edit', () => ({ ...stored(strokes(2)), edits: [{ kind: 'sharpen', amount: 3 }] })],
])('a history with a %s of an unknown kind is refused as a whole, so that no step is lost', (_, make) => {
  expect(readHistory(make())).toEqual({ failure: 'unknown-kind' });
});

test('keeps a step for which this editor has no label', () => {
  const past = [
    { state: initialState, step: undefined },
    { state: { ...initialState, size: { widthPx: 1, heightPx: 1 } }, step: 'own-size' },
  ];
  expect(readHistory(stored({ past, at: 1 }))).toEqual({ history: { past, at: 1 } });
});
