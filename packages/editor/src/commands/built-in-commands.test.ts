import { expect, test } from 'vitest';

import { keyHints } from '../react/help/key-hints.ts';
import { builtInRegistries } from '../registry/registries.ts';
import { builtInCommands } from './built-in-commands.ts';
import { createCommandRegistry } from './create-command-registry.ts';

const commands = builtInCommands(builtInRegistries);
const registry = createCommandRegistry(commands);
const pressed = (event: ReturnType<typeof key>, isMac: boolean) => registry.pressed(event, isMac)?.id;

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

test('no two commands share a combination of keys', () => {
  const combinations = [...commands.map(({ shortcut }) => shortcut), ...keyHints].flatMap(
    (each) => each?.keys.join('+') ?? [],
  );
  expect(new Set(combinations).size).toBe(combinations.length);
  expect(combinations).toEqual(expect.arrayContaining(['Mod+Z', 'B', 'Shift+[', 'Space']));
});

test('letters run a command only without modifier keys', () => {
  expect(pressed(key('r'), false)).toBe('tool.refine');
  expect(pressed(key('R'), false)).toBe('tool.refine');
  for (const held of ['shiftKey', 'ctrlKey', 'metaKey', 'altKey'] as const)
    expect(pressed(key('r', { [held]: true }), false)).toBeUndefined();
});

test('on a keyboard of another script, the position of the key decides the letter', () => {
  expect(pressed(key('к', {}, 'KeyR'), false)).toBe('tool.refine');
  expect(pressed(key('ㄱ', {}, 'KeyR'), false)).toBe('tool.refine');
  // A French keyboard has Latin letters, so the typed letter decides.
  expect(pressed(key('a', {}, 'KeyQ'), false)).toBeUndefined();
});

test('Mod is Cmd on a Mac and Ctrl elsewhere, and never both', () => {
  expect(pressed(key('s', { ctrlKey: true }), false)).toBe('download');
  expect(pressed(key('s', { metaKey: true }), false)).toBeUndefined();
  expect(pressed(key('s', { metaKey: true }), true)).toBe('download');
  expect(pressed(key('k', { ctrlKey: true }), true)).toBeUndefined();
  expect(pressed(key('c', { ctrlKey: true, metaKey: true }), true)).toBeUndefined();
  // The browser uses this combination for its developer tools.
  expect(pressed(key('C', { ctrlKey: true, shiftKey: true }), false)).toBeUndefined();
});

test('Z with Mod undoes; Z with Mod and Shift, or Y with Mod, redoes', () => {
  expect(pressed(key('z', { ctrlKey: true }), false)).toBe('undo');
  expect(pressed(key('Z', { ctrlKey: true, shiftKey: true }), false)).toBe('redo');
  expect(pressed(key('y', { ctrlKey: true }), false)).toBe('redo');
  expect(pressed(key('z', { metaKey: true }), true)).toBe('undo');
});

test('the question mark is recognised by the typed symbol, at any position on the keyboard', () => {
  expect(pressed(key('?', { shiftKey: true }, 'Slash'), false)).toBe('keyboard-shortcuts');
  expect(pressed(key('?', { shiftKey: true }, 'Minus'), false)).toBe('keyboard-shortcuts');
  expect(pressed(key('/', {}, 'Slash'), false)).toBeUndefined();
});
