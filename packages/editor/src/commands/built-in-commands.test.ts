import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { expect, test, vi } from 'vitest';

import { createCropChoice } from '../document/crop-choice.ts';
import { createImageDocument } from '../document/image-document.ts';
import { plainColors } from '../document/plain-colors.ts';
import type { Editor } from '../editor.ts';
import { keyHints } from '../react/help/key-hints.ts';
import type { Rendering } from '../rendering/create-rendering.ts';
import { builtInCommands } from './built-in-commands.ts';
import { createCommandRegistry } from './create-command-registry.ts';
import type { CommandContext } from './define-command.ts';
import { runCommand } from './run-command.ts';

const registry = createCommandRegistry(builtInCommands);
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

test('each key means one thing', () => {
  const combinations = [...builtInCommands.map(({ shortcut }) => shortcut), ...keyHints].flatMap(
    (each) => each?.keys.join('+') ?? [],
  );
  expect(new Set(combinations).size).toBe(combinations.length);
  expect(combinations).toEqual(expect.arrayContaining(['Mod+Z', 'B', 'Shift+[', 'Space']));
});

test('letters act alone, and not with a key that makes something else of them', () => {
  expect(pressed(key('r'), false)).toBe('tool.refine');
  expect(pressed(key('R'), false)).toBe('tool.refine');
  for (const held of ['shiftKey', 'ctrlKey', 'metaKey', 'altKey'] as const)
    expect(pressed(key('r', { [held]: true }), false)).toBeUndefined();
});

test('where another script is written the key in the letter’s place counts', () => {
  expect(pressed(key('к', {}, 'KeyR'), false)).toBe('tool.refine');
  expect(pressed(key('ㄱ', {}, 'KeyR'), false)).toBe('tool.refine');
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

test('undone with Z, done again with Shift and Z or with Y', () => {
  expect(pressed(key('z', { ctrlKey: true }), false)).toBe('undo');
  expect(pressed(key('Z', { ctrlKey: true, shiftKey: true }), false)).toBe('redo');
  expect(pressed(key('y', { ctrlKey: true }), false)).toBe('redo');
  expect(pressed(key('z', { metaKey: true }), true)).toBe('undo');
});

test('the question mark counts as it is typed, wherever it is on the keyboard', () => {
  expect(pressed(key('?', { shiftKey: true }, 'Slash'), false)).toBe('keyboard-shortcuts');
  expect(pressed(key('?', { shiftKey: true }, 'Minus'), false)).toBe('keyboard-shortcuts');
  expect(pressed(key('/', {}, 'Slash'), false)).toBeUndefined();
});

const [widthPx, heightPx] = [40, 30];

/** The subject is 8 × 4 px. */
function matte() {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 10; y < 14; y += 1) data.fill(255, y * widthPx + 20, y * widthPx + 28);
  return { data, widthPx, heightPx };
}

async function contextWith(rendering: Partial<Rendering>, layout: Partial<CommandContext> = {}) {
  const editor = {
    document: createImageDocument({ file: new Blob([], { type: 'image/png' }), name: 'cat.jpg', url: '' }),
    rendering,
    cropChoice: createCropChoice(),
  } as Editor;
  const said: string[] = [];
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  const t = i18n.getFixedT(null, 'editor');
  const context = { editor, t, announce: (words: string) => said.push(words), ...layout } as CommandContext;
  return { editor, said, run: (id: string) => runCommand(registry.get(id), context) };
}

test('the subject is centred with the margin that was chosen', async () => {
  const { editor, run } = await contextWith({ editedMatte: () => Promise.resolve(matte()) });
  editor.cropChoice.setMarginPercent(30);
  run('center-subject');
  // 8 px are 40 % of 20, in the image's ratio.
  await vi.waitFor(() =>
    expect(editor.document.history.getSnapshot().state.frame).toEqual({
      centerX: 24,
      centerY: 12,
      widthPx: expect.closeTo(20, 8),
      heightPx: expect.closeTo(15, 8),
      angleDeg: 0,
      mirrored: false,
    }),
  );
});

test('a centring that fails is told', async () => {
  const { run, said } = await contextWith({ editedMatte: () => Promise.reject(new Error('stopped')) });
  run('center-subject');
  await vi.waitFor(() => expect(said).toEqual(['The subject could not be centred; nothing was changed. Try again.']));
});

test('every colour of the panel is a command', async () => {
  const { editor, run } = await contextWith({});
  for (const { id, color } of plainColors) {
    run(`background.${id}`);
    expect(editor.document.history.getSnapshot().state.background).toEqual({ kind: 'color', color });
  }
});

test('a command that is not enabled says why, and does nothing', async () => {
  const toggleCompare = vi.fn();
  const { run, said } = await contextWith({}, { canCompare: false, toggleCompare });
  run('compare');
  expect(said).toEqual([expect.stringMatching(/^Not while refining or cropping/)]);
  expect(toggleCompare).not.toHaveBeenCalled();
});
