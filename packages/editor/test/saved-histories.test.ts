import { expect, test } from 'vitest';

import { createHistory } from '../src/history/create-history.ts';
import { readPresetFile } from '../src/persistence/preset-file.ts';
import { packHistory, readHistory, type DocumentHistory } from '../src/persistence/saved-history.ts';
import { initialState } from '../src/schema/initial-state.ts';
import historyV1 from './fixtures/history-v1.json?raw';
import presetV1 from './fixtures/preset-v1.isola-recipe?raw';

/** Steps that were taken in order when the fixtures were made with version 1. The last two were undone. */
const steps = `
  color erase restore keep drop open fill shift feather gradient picture
  drop-shadow crop mirror size format quality density limit metadata studio blur
`
  .trim()
  .split(/\s+/);

function opened(): DocumentHistory {
  const { history } = readHistory(JSON.parse(historyV1));
  if (!history) throw new Error('the history of version 1 cannot be read');
  return history;
}

test('a history of version 1 opens with every step, and can be undone to its start and redone to its end', () => {
  const saved = opened();
  const history = createHistory(initialState, saved);
  const undone: unknown[] = [];
  for (let step = history.getState().undoable; step; step = history.getState().undoable) {
    undone.unshift(step);
    history.undo();
  }
  expect(undone).toEqual(steps.slice(0, -2));
  expect(history.getState().state).toEqual(initialState);
  for (const _ of steps) history.redo();
  expect(history.getState()).toMatchObject({ undoable: 'blur', redoable: undefined });
  expect(history.getState().state).toEqual({
    version: 2,
    matte: {
      edits: [
        {
          kind: 'stroke',
          action: 'erase',
          points: [1, 2, 1, 30.25, 20, 0.5],
          sizePx: 12,
          hardness: 80,
          opacity: 90,
          followsEdges: true,
        },
        {
          kind: 'stroke',
          action: 'restore',
          points: [40, 10, 0.75],
          sizePx: 12,
          hardness: 80,
          opacity: 90,
          followsEdges: false,
        },
        { kind: 'seed-click', action: 'keep', x: 45.5, y: 20 },
        { kind: 'seed-click', action: 'drop', x: 3, y: 4.25 },
        { kind: 'seed-click', action: 'open', x: 50, y: 30 },
        { kind: 'seed-click', action: 'fill', x: 50, y: 30 },
      ],
      shift: -12,
      feather: 15,
      contrast: 0,
      solidify: 0,
      decontaminate: 100,
    },
    background: { kind: 'blur', strength: 40 },
    light: { contact: 0, drop: { strength: 40, angleDeg: 30, distance: 25, softness: 60 }, match: 0, wrap: 0 },
    crop: { centerX: 35, centerY: 20, widthPx: 30, heightPx: 40, angleDeg: -3.5, mirrored: true },
    size: { widthPx: 300, heightPx: 400 },
    export: { format: 'jpeg', quality: 80, dotsPerInch: 300, maxBytes: 500_000, includesMetadata: true },
  });
});

test('a history of version 1 is written as one of the current version, and only names change', () => {
  const renamed = historyV1
    .replaceAll('"version": 1', '"version": 2')
    .replaceAll('"marks"', '"edits"')
    .replaceAll('"press"', '"seed-click"')
    .replaceAll('"frame"', '"crop"')
    .replaceAll('"mostBytes"', '"maxBytes"')
    .replaceAll('"keepsMetadata"', '"includesMetadata"');
  expect(packHistory(opened())).toEqual({ version: 2, ...JSON.parse(renamed) });
});

test('a preset of version 1 opens', async () => {
  const { state, shape } = await readPresetFile(new Blob([presetV1]));
  expect(shape).toEqual({ ratio: 0.75 });
  expect(state).toMatchObject({
    version: 2,
    matte: { edits: [], shift: -12, feather: 15 },
    export: { format: 'jpeg', quality: 80, dotsPerInch: 300, maxBytes: 500_000, includesMetadata: true },
  });
});
