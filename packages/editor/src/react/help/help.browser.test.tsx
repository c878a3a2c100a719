import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { plainColors } from '../../document/plain-colors.ts';
import type { FileState, Rendering } from '../../rendering/create-rendering.ts';
import { createCropChoice } from '../../document/crop-choice.ts';
import type { Editor } from '../../editor.ts';
import { DragOut } from '../drag-out.tsx';
import { type Command, useCommands } from './use-commands.ts';

const [widthPx, heightPx] = [40, 30];

/** The subject are 8 × 4 px. */
function matte() {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 10; y < 14; y += 1) data.fill(255, y * widthPx + 20, y * widthPx + 28);
  return { data, widthPx, heightPx };
}

function deskWith(rendering: Partial<Rendering>): Editor {
  const file = new Blob([], { type: 'image/png' });
  return {
    document: createImageDocument({ file, name: 'cat.jpg', url: '' }),
    rendering,
    cropChoice: createCropChoice(),
  } as Editor;
}

async function draw(children: ReactNode) {
  const i18n = await createI18n('en', ['tool', 'editor', 'common'], importWords);
  await render(<I18nextProvider i18n={i18n}>{children}</I18nextProvider>);
}

async function commandsOf(editor: Editor) {
  const said: string[] = [];
  let commands: readonly Command[] = [];
  const nothing = () => undefined;
  const rest = { onTool: nothing, onCompare: nothing, onOutline: nothing, onAnother: nothing, onKeys: nothing };
  function Commands() {
    ({ commands } = useCommands({ editor, ...rest, onSay: (words) => said.push(words) }));
    return null;
  }
  await draw(<Commands />);
  return { said, run: (id: string) => commands.find((each) => each.id === id)?.run() };
}

test('the subject is centred with the margin that was chosen', async () => {
  const editor = deskWith({ editedMatte: () => Promise.resolve(matte()) });
  editor.cropChoice.setMarginPercent(30);
  const { run } = await commandsOf(editor);
  run('centre.center.subject');
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
  const { run, said } = await commandsOf(deskWith({ editedMatte: () => Promise.reject(new Error('stopped')) }));
  run('centre.center.subject');
  await vi.waitFor(() => expect(said).toEqual(['The subject could not be centred; nothing was changed. Try again.']));
});

test('every colour of the panel is a command', async () => {
  const editor = deskWith({});
  const { run } = await commandsOf(editor);
  for (const { id, color } of plainColors) {
    run(`background.${id}`);
    expect(editor.document.history.getSnapshot().state.background).toEqual({ kind: 'color', color });
  }
});

test('a file that could not be written is not waited for, and pointing again tries once more', async () => {
  const file: FileState = { state: 'failed', failure: { code: 'out-of-memory' } };
  const snapshot = { file } as ReturnType<Rendering['getSnapshot']>;
  const retry = vi.fn();
  const nothing = () => () => undefined;
  await draw(<DragOut editor={deskWith({ subscribe: nothing, need: nothing, getSnapshot: () => snapshot, retry })} />);
  const grip = page.getByTitle(/could not be written/);
  await expect.element(grip).toHaveAttribute('data-state', 'failed');
  await userEvent.hover(grip);
  expect(retry).toHaveBeenCalledOnce();
});
