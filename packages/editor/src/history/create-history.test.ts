import { expect, test, vi } from 'vitest';

import { createHistory } from './create-history.ts';

const setUp = () => createHistory<{ color: string }, string>({ color: 'none' });

const colorOf = (history: ReturnType<typeof setUp>) => history.getState().state.color;

test('undoes steps one by one back to the very first state, and redoes them', () => {
  const history = setUp();
  const start = history.getState().state;
  history.commit('red', { color: 'red' });
  history.commit('blue', { color: 'blue' });
  expect(history.getState()).toMatchObject({ undoable: 'blue', redoable: undefined });
  history.undo();
  expect(history.getState()).toMatchObject({ state: { color: 'red' }, undoable: 'red', redoable: 'blue' });
  history.undo();
  history.undo();
  expect(history.getState().state).toBe(start);
  expect(history.getState().undoable).toBeUndefined();
  history.redo();
  history.redo();
  history.redo();
  expect(colorOf(history)).toBe('blue');
});

test('a new step discards the undone ones', () => {
  const history = setUp();
  history.commit('red', { color: 'red' });
  history.undo();
  history.commit('green', { color: 'green' });
  history.redo();
  expect(colorOf(history)).toBe('green');
  history.undo();
  expect(colorOf(history)).toBe('none');
});

test('a preview is shown, and becomes one step when it is committed', () => {
  const history = setUp();
  history.preview({ color: 'pink' });
  history.preview({ color: 'rose' });
  expect(history.getState()).toMatchObject({ state: { color: 'rose' }, isPreview: true, undoable: undefined });
  history.commit('rose', { color: 'rose' });
  expect(history.getState().isPreview).toBe(false);
  history.undo();
  expect(colorOf(history)).toBe('none');
});

test('undo discards the preview', () => {
  const history = setUp();
  history.commit('red', { color: 'red' });
  history.preview({ color: 'pink' });
  history.undo();
  expect(colorOf(history)).toBe('none');
});

test('amend changes every state, and removes steps that changed only the amended setting', () => {
  const history = createHistory<{ color: string; format: string }, string>({ color: 'none', format: 'png' });
  history.commit('red', { color: 'red', format: 'png' });
  // A step of this setting, as an earlier version of the package recorded it.
  history.commit('format', { color: 'red', format: 'webp' });
  history.commit('blue', { color: 'blue', format: 'webp' });
  history.undo();
  history.amend((state) => ({ ...state, format: 'jpeg' }));
  expect(history.getState()).toMatchObject({
    state: { color: 'red', format: 'jpeg' },
    undoable: 'red',
    redoable: 'blue',
  });
  history.undo();
  expect(history.getState()).toMatchObject({ state: { color: 'none', format: 'jpeg' }, undoable: undefined });
  history.redo();
  history.redo();
  expect(history.getState()).toMatchObject({ state: { color: 'blue', format: 'jpeg' }, redoable: undefined });
  expect(history.dump().past.map(({ step }) => step)).toEqual([undefined, 'red', 'blue']);
});

test('a commit that changes nothing adds no step', () => {
  const history = setUp();
  history.commit('none again', { color: 'none' });
  expect(history.getState().undoable).toBeUndefined();
});

test('keeps at most 500 steps, and the oldest remaining state becomes the first', () => {
  const history = setUp();
  for (let count = 1; count <= 550; count += 1) history.commit(`${count}`, { color: `${count}` });
  for (let count = 0; count < 499; count += 1) history.undo();
  expect(history.getState().undoable).toBe('51');
  history.undo();
  expect(colorOf(history)).toBe('50');
  // The state still has the name of its step, but no state before it is left.
  expect(history.getState().undoable).toBeUndefined();
  history.undo();
  expect(colorOf(history)).toBe('50');
});

test('notifies listeners of every change until they unsubscribe', () => {
  const history = setUp();
  const listener = vi.fn<() => void>();
  const leave = history.subscribe(listener);
  history.preview({ color: 'a' });
  history.commit('a', { color: 'a' });
  history.undo();
  expect(listener).toHaveBeenCalledTimes(3);
  leave();
  history.redo();
  expect(listener).toHaveBeenCalledTimes(3);
});
