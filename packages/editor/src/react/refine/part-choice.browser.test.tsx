/** @module-tag long */
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import '../../testing/styles.css';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { createEditor } from '../../editor.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { EditorLayout } from '../editor-layout.tsx';
import { sessionGrid } from '../session/session-grid.ts';
import { EmptyHost } from '../testing/empty-host.tsx';

const [widthPx, heightPx] = [1200, 900];

beforeEach(() => page.viewport(1280, 800));

/** Two disputed boxes next to an undisputed body. The left box is the larger one. */
const boxes = [
  { leftPx: 160, topPx: 320, widthPx: 160, heightPx: 320 },
  { leftPx: 880, topPx: 400, widthPx: 128, heightPx: 160 },
] as const;
const body = { leftPx: 400, topPx: 200, widthPx: 400, heightPx: 600 };

async function open(disputedCount: number) {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#208040';
  context.fillRect(0, 0, widthPx, heightPx);
  const data = new Uint8ClampedArray(widthPx * heightPx);
  context.fillStyle = '#c03020';
  for (const { leftPx, topPx, ...box } of [body, ...boxes]) {
    context.fillRect(leftPx, topPx, box.widthPx, box.heightPx);
    for (let y = topPx; y < topPx + box.heightPx; y += 1) {
      data.fill(255, y * widthPx + leftPx, y * widthPx + leftPx + box.widthPx);
    }
  }
  const file = await canvas.convertToBlob();
  const segmentation = await segmentationOf(file, { data, widthPx, heightPx });
  const disputed = boxes.slice(0, disputedCount).map((box) => ({ ...box, strips: stripsOf(box) }));
  const editor = createEditor({
    document: createImageDocument({ file, name: 'boxes.png', url: 'about:blank' }),
    segmentation: { ...segmentation, confidence: { ...segmentation.confidence, value: 1, disputed } },
  });
  const i18n = await createI18n('en', ['editor', 'tool', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <div data-slot="session-view" className={`h-dvh ${sessionGrid}`}>
          <EditorLayout editor={editor} />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  return editor;
}

function stripsOf({ leftPx, topPx, widthPx: width, heightPx: height }: (typeof boxes)[number]) {
  return Array.from({ length: height / 16 }, (_, row) => {
    return { leftPx, topPx: topPx + 16 * row, widthPx: width, heightPx: 16 };
  });
}

const button = (name: string | RegExp, exact = false) => page.getByRole('button', { name, exact });
const choice = page.getByText(/may be missing/);
const outline = () => document.querySelector('[data-slot=outline]');

function alphaIn(editor: Awaited<ReturnType<typeof open>>, x: number, y: number): Promise<number> {
  const { matte } = editor.document.history.getState().state;
  return editor.rendering
    .editedMatte(matte, new AbortController().signal)
    .then((edited) => edited.data[y * widthPx + x] ?? 0);
}

test('“Show the part” zooms to the disputed part, outlines it and opens the brush', async () => {
  await open(1);
  await expect.element(button(/^Zoom: /)).toBeVisible();
  const before = button(/^Zoom: /).element().textContent;
  await button('Show the part').click();
  await expect.element(page.getByRole('radio', { name: 'Restore' })).toBeChecked();
  await vi.waitFor(() => expect(button(/^Zoom: /).element().textContent).not.toBe(before));
  await vi.waitFor(() => expect(outline()).not.toBeNull());
});

test('disputed parts are kept or cleared by one press each, and undo offers the choice again', async () => {
  const editor = await open(2);
  const { history } = editor.document;
  await button('Show the part').click();
  await expect.element(page.getByText('Part 1 of 2')).toBeVisible();
  await button('Next part').click();
  await expect.element(page.getByText('Part 2 of 2')).toBeVisible();
  await button('Clear', true).click();
  expect(history.getState().undoable).toBe('clear-part');
  expect(await alphaIn(editor, 944, 480)).toBe(0);
  expect(await alphaIn(editor, 600, 500)).toBe(255);
  expect(outline()).toBeNull();

  await button('Show the part').click();
  await button('Keep', true).click();
  expect(history.getState().undoable).toBe('keep-part');
  expect(await alphaIn(editor, 240, 480)).toBe(255);
  await expect.element(choice).not.toBeInTheDocument();
  expect(document.activeElement).not.toBe(document.body);

  await userEvent.keyboard('{Control>}z{/Control}');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Part 1 of 2')).toBeVisible();
  expect(await alphaIn(editor, 944, 480)).toBe(255);
});

test('a dismissed doubt is hidden in both panels', async () => {
  await open(1);
  await button('Show the part').click();
  await button('Dismiss').click();
  await expect.element(button('Show the part')).not.toBeInTheDocument();
  await vi.waitFor(() => expect(outline()).toBeNull());
  await page.getByRole('navigation').getByRole('button', { name: 'Background' }).click();
  await expect.element(choice).not.toBeInTheDocument();
});
