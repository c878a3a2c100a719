import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createBrushStore } from '../../brush/create-brush-store.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { EditorCommands } from '../commands/editor-commands.tsx';
import { EmptyHost } from '../testing/empty-host.tsx';
import { idleLayout } from '../testing/idle-layout.ts';
import { ResultDoubts } from './result-doubts.tsx';

const [widthPx, heightPx] = [300, 300];
const nothing = () => undefined;

/** Opens an image of a square pane of glass. In the matte, the pane is half transparent and its frame opaque. */
async function openGlass(): Promise<Editor> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  canvas.getContext('2d')?.fillRect(0, 0, widthPx, heightPx);
  const file = await canvas.convertToBlob();
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => {
    const reach = Math.max(Math.abs((at % widthPx) - 150), Math.abs(Math.floor(at / widthPx) - 150));
    return reach > 110 ? 0 : reach > 100 ? 255 : 128;
  });
  const segmentation = await segmentationOf(file, { data, widthPx, heightPx });
  return createEditor({
    document: createImageDocument({ file, name: 'glass.png', url: 'about:blank' }),
    segmentation: { ...segmentation, confidence: { ...segmentation.confidence, value: 1, disputed: [] } },
  });
}

test(
  '“Fill inside” makes glass opaque and removes the doubt about it, and undo restores both',
  { tags: ['long'] },
  async () => {
    const editor = await openGlass();
    await render(
      <I18nextProvider i18n={await createI18n('en', ['editor', 'tool', 'errors', 'common'], importWords)}>
        <EmptyHost>
          <EditorCommands {...idleLayout} editor={editor}>
            <ResultDoubts editor={editor} brush={createBrushStore()} onPart={nothing} />
          </EditorCommands>
        </EmptyHost>
      </I18nextProvider>,
    );
    const { history } = editor.document;
    const doubts = page.getByRole('group');
    await expect.element(doubts).toBeVisible();
    await page.getByRole('button', { name: 'Fill inside' }).click();
    await expect.element(doubts).not.toBeInTheDocument();
    expect(document.activeElement).not.toBe(document.body);
    const { matte } = history.getState().state;
    const edited = await editor.rendering.editedMatte(matte, new AbortController().signal);
    expect(edited.data[150 * widthPx + 150]).toBe(255);
    expect(history.getState().undoable).toBe('solidify');
    history.undo();
    await expect.element(doubts).toBeVisible();
  },
);
