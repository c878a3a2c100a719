import { expect, test } from 'vitest';

import { brushKeys } from '../react/brush/brush-keys.ts';
import { pressed, shortcuts } from './shortcuts.ts';

const key = (
  typed: string,
  held: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {},
  code = '',
) => ({
  key: typed,
  code,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test('each key means one thing', () => {
  const combinations = shortcuts.map(({ keys }) => keys.join('+'));
  expect(new Set(combinations).size).toBe(combinations.length);
  expect(combinations).toEqual(expect.arrayContaining(brushKeys.map(({ keys }) => keys.join('+'))));
});

test('letters act alone, and not with a key that makes something else of them', () => {
  expect(pressed(key('r'), false)).toBe('refine');
  expect(pressed(key('R'), false)).toBe('refine');
  for (const held of ['shiftKey', 'ctrlKey', 'metaKey', 'altKey'] as const)
    expect(pressed(key('r', { [held]: true }), false)).toBeUndefined();
});

test('where another script is written the key in the letter’s place counts', () => {
  expect(pressed(key('к', {}, 'KeyR'), false)).toBe('refine');
  expect(pressed(key('ㄱ', {}, 'KeyR'), false)).toBe('refine');
  // A French keyboard has its letters where they are typed.
  expect(pressed(key('a', {}, 'KeyQ'), false)).toBeUndefined();
});

test('Cmd on a Mac, Ctrl elsewhere, and never both', () => {
  expect(pressed(key('s', { ctrlKey: true }), false)).toBe('download');
  expect(pressed(key('s', { metaKey: true }), false)).toBeUndefined();
  expect(pressed(key('s', { metaKey: true }), true)).toBe('download');
  expect(pressed(key('k', { ctrlKey: true }), true)).toBeUndefined();
  expect(pressed(key('c', { ctrlKey: true, metaKey: true }), true)).toBeUndefined();
  // The browser's own, for its tools.
  expect(pressed(key('C', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined();
});

test('the question mark counts as it is typed, wherever it is on the keyboard', () => {
  expect(pressed(key('?', { shiftKey: true }, 'Slash'), false)).toBe('keys');
  expect(pressed(key('?', { shiftKey: true }, 'Minus'), false)).toBe('keys');
  expect(pressed(key('/', {}, 'Slash'), false)).toBeUndefined();
});
