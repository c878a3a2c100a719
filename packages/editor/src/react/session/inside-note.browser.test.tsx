import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { EditorCommands } from '../commands/editor-commands.tsx';
import { EmptyHost } from '../testing/empty-host.tsx';
import { idleLayout } from '../testing/idle-layout.ts';
import { InsideNote } from './inside-note.tsx';

const [widthPx, heightPx] = [300, 300];

/** Opens an image of a circle drawn in ink on white paper. Its matte contains only the line. */
async function openDrawing(name: string): Promise<Editor> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = 'white';
  context.fillRect(0, 0, widthPx, heightPx);
  context.lineWidth = 8;
  context.arc(150, 150, 100, 0, 2 * Math.PI);
  context.stroke();
  const file = await canvas.convertToBlob();
  const isLine = (at: number) => Math.abs(Math.hypot((at % widthPx) - 150, Math.floor(at / widthPx) - 150) - 100) <= 4;
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (isLine(at) ? 255 : 0));
  return createEditor({
    document: createImageDocument({ file, name, url: 'about:blank' }),
    segmentation: await segmentationOf(file, { data, widthPx, heightPx }),
  });
}

async function show(...editors: readonly Editor[]) {
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  return render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        {editors.map((editor) => (
          <EditorCommands key={editor.document.image.name} {...idleLayout} editor={editor}>
            <InsideNote editor={editor} />
          </EditorCommands>
        ))}
      </EmptyHost>
    </I18nextProvider>,
  );
}

const notes = page.getByText('The white inside the outlines became transparent');
const countOf = (count: number) => vi.waitFor(() => expect(notes.elements()).toHaveLength(count));

test('a dismissed note about the white inside stays hidden for its image only', { tags: ['long'] }, async () => {
  const [drawing, other] = [await openDrawing('one.png'), await openDrawing('two.png')];
  const { unmount } = await show(drawing, other);
  await countOf(2);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await countOf(1);
  expect(document.activeElement).not.toBe(document.body);
  // Choosing another tool unmounts the panel with the notes, and returning mounts it again.
  await unmount();
  await show(other, drawing, await openDrawing('three.png'));
  await countOf(2);
});
