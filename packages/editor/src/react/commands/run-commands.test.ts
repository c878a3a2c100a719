import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { expect, test, vi } from 'vitest';

import { builtInCommands } from '../../commands/built-in-commands.ts';
import { createCommandRegistry } from '../../commands/create-command-registry.ts';
import type { CommandContext } from '../../commands/define-command.ts';
import { runCommand } from '../../commands/run-command.ts';
import { createCropChoice } from '../../document/crop-choice.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { colorBackground } from '../../backgrounds/color.ts';
import type { Editor } from '../../editor.ts';
import { builtInRegistries } from '../../registry/registries.ts';
import type { Rendering } from '../../rendering/create-rendering.ts';

const registry = createCommandRegistry(builtInCommands(builtInRegistries));
const [widthPx, heightPx] = [40, 30];

/** Returns a matte with a subject of 8 × 4 px. */
function matte() {
  const data = new Uint8ClampedArray(widthPx * heightPx);
  for (let y = 10; y < 14; y += 1) data.fill(255, y * widthPx + 20, y * widthPx + 28);
  return { data, widthPx, heightPx };
}

async function contextWith(rendering: Partial<Rendering>, layout: Partial<CommandContext> = {}) {
  const editor = {
    document: createImageDocument({ file: new Blob([], { type: 'image/png' }), name: 'cat.jpg', url: '' }),
    rendering,
    segmentation: { matte: matte() },
    cropChoice: createCropChoice(),
    registries: builtInRegistries,
  } as unknown as Editor;
  const said: string[] = [];
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  const t = i18n.getFixedT(null, 'editor');
  const context = { editor, t, announce: (words: string) => said.push(words), ...layout } as CommandContext;
  return { editor, said, run: (id: string) => runCommand(registry.get(id), context) };
}

test('centring the subject uses the chosen margin', async () => {
  const { editor, run } = await contextWith({ editedMatte: () => Promise.resolve(matte()) });
  editor.cropChoice.setMarginPercent(30);
  run('center-subject');
  // The margins take 2 × 30 %, so that the subject's 8 px are 40 % of the crop's 20 px. The crop has the image's ratio.
  await vi.waitFor(() =>
    expect(editor.document.history.getState().state.crop).toEqual({
      centerX: 24,
      centerY: 12,
      widthPx: expect.closeTo(20, 8),
      heightPx: expect.closeTo(15, 8),
      angleDeg: 0,
      mirrored: false,
    }),
  );
});

test('a failed centring is announced', async () => {
  const { run, said } = await contextWith({ editedMatte: () => Promise.reject(new Error('stopped')) });
  run('center-subject');
  await vi.waitFor(() => expect(said).toEqual(['The subject couldn’t be centred. Nothing was changed. Try again.']));
});

test('every colour of the background panel has a command', async () => {
  const { editor, run } = await contextWith({});
  expect(colorBackground.choices).toHaveLength(4);
  for (const { id, background } of colorBackground.choices) {
    run(id);
    expect(editor.document.history.getState().state.background).toEqual(background);
  }
});

test('a disabled command announces the reason and does nothing', async () => {
  const toggleCompare = vi.fn();
  const { run, said } = await contextWith({}, { canCompare: false, toggleCompare });
  run('compare');
  expect(said).toEqual([expect.stringMatching(/^Compare isn’t available while refining or cropping/)]);
  expect(toggleCompare).not.toHaveBeenCalled();
});
