import { expect, test } from 'vitest';

import { changeOf } from './brush-keys.ts';
import type { Brush } from '../../brush/create-brush-store.ts';

const brush: Brush = { tool: 'restore', sizePx: 40, hardness: 80, opacity: 100, followsEdges: true };

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  getModifierState: () => false,
  ...more,
});

test.each([
  ['e', { tool: 'erase' }],
  ['B', { tool: 'restore' }],
  ['x', { tool: 'erase' }],
  ['g', { followsEdges: false }],
  ['[', { sizePx: 35 }],
  [']', { sizePx: 46 }],
  ['{', { hardness: 70 }],
  ['}', { hardness: 90 }],
])('key %s changes the brush', (key, change) => {
  expect(changeOf(press(key), brush)).toEqual(change);
});

test.each([
  ['keep', 'drop'],
  ['drop', 'keep'],
  ['open', 'fill'],
  ['fill', 'open'],
] as const)('key X switches from %s to %s', (tool, opposite) => {
  expect(changeOf(press('x'), { ...brush, tool })).toEqual({ tool: opposite });
});

test('bracket keys change the size by at least 1 px and keep it in its range', () => {
  expect(changeOf(press(']'), { ...brush, sizePx: 4 })).toEqual({ sizePx: 5 });
  expect(changeOf(press('['), { ...brush, sizePx: 4 })).toEqual({ sizePx: 4 });
  expect(changeOf(press(']'), { ...brush, sizePx: 390 })).toEqual({ sizePx: 400 });
});

test('non-Latin keyboard layouts use the position of the key', () => {
  expect(changeOf(press('и', { code: 'KeyB' }), brush)).toEqual({ tool: 'restore' });
  expect(changeOf(press('х', { code: 'BracketLeft' }), brush)).toEqual({ sizePx: 35 });
  // A German ü is in the position of the bracket, but it is a Latin letter.
  expect(changeOf(press('ü', { code: 'BracketLeft' }), brush)).toBeUndefined();
});

test('ignores keys with Ctrl, except when AltGr reports Ctrl', () => {
  expect(changeOf(press('b', { ctrlKey: true }), brush)).toBeUndefined();
  const altGraph = { ctrlKey: true, altKey: true, getModifierState: (name: string) => name === 'AltGraph' };
  expect(changeOf(press('[', altGraph), brush)).toEqual({ sizePx: 35 });
});

test.each(['0', '1', 'ArrowLeft', ' ', 'Escape'])('key %s does not change the brush', (key) => {
  expect(changeOf(press(key), brush)).toBeUndefined();
});
