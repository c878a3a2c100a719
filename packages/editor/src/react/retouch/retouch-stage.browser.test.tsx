import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../testing/styles.css';
import { createBrushStore } from '../../brush/create-brush-store.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { createEditor, type Editor } from '../../editor.ts';
import { builtInSchema } from '../../registry/document-schema.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { EmptyHost } from '../testing/empty-host.tsx';
import { RetouchStage } from './retouch-stage.tsx';

const size = { widthPx: 240, heightPx: 160 };
const [tag, cloth] = [
  [240, 220, 40],
  [40, 70, 150],
];

/** Draws blue cloth with a yellow tag in its middle. The left quarter of the image is background. */
async function drawCloth(left: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.widthPx, size.heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = `rgb(${cloth?.join(' ')})`;
  context.fillRect(left, 0, size.widthPx, size.heightPx);
  context.fillStyle = `rgb(${tag?.join(' ')})`;
  context.fillRect(114, 74, 12, 12);
  return canvas.convertToBlob();
}

async function openCloth(): Promise<Editor> {
  const photo = { file: await drawCloth(0), name: 'cloth.png', url: '' };
  const cutout = await drawCloth(60);
  const data = Uint8ClampedArray.from({ length: size.widthPx * size.heightPx }, (_, at) =>
    at % size.widthPx < 60 ? 0 : 255,
  );
  return createEditor({
    document: createImageDocument(photo),
    segmentation: await segmentationOf(cutout, { data, ...size }),
  });
}

async function show(editor: Editor, sizePx: number) {
  const brush = createBrushStore();
  const store = createViewport({ padding: 20 });
  brush.set({ tool: 'erase', sizePx });
  const say = vi.fn<(words: string) => void>();
  const i18n = await createI18n('en', ['editor', 'tool', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <div style={{ width: 280, height: 200 }}>
          <RetouchStage
            editor={editor}
            store={store}
            brush={brush}
            canvasBackground="checker"
            outlined={false}
            original={false}
            onTouch={() => undefined}
            say={say}
          />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  // A dab before the stage is measured would be somewhere else.
  await expect.poll(() => store.getState().viewport.width).toBe(280);
  return { say };
}

/** Returns the colour of the saved result in the middle of the tag. */
async function middleOf({ rendering }: Editor): Promise<number[]> {
  const file = await rendering.writePng(new AbortController().signal);
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  context?.drawImage(await createImageBitmap(file), 120, 80, 1, 1, 0, 0, 1, 1);
  return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
}

/** Dabs in the middle of the image, where the crosshair is at first. */
async function dab() {
  page.getByRole('application').element().focus();
  await userEvent.keyboard('{Enter}');
}

test('a dab over a tag fills it with the cloth as one step, which undo takes back', { tags: ['long'] }, async () => {
  const editor = await openCloth();
  const { history } = editor.document;
  const { say } = await show(editor, 30);
  await dab();
  await expect.poll(() => history.getState().undoable).toBe('retouch');
  await expect.poll(() => say.mock.lastCall?.[0]).toBe('Area filled');
  expect(await middleOf(editor)).toEqual(cloth);

  const { state } = history.getState();
  expect(builtInSchema.parseState(JSON.parse(JSON.stringify(state)))).toEqual({ state });
  history.undo();
  expect(await middleOf(editor)).toEqual(tag);
});

test('an area that is too large is refused, and nothing changes', { tags: ['long'] }, async () => {
  const editor = await openCloth();
  await show(editor, 140);
  await dab();
  await expect.element(page.getByText('This area is too large to be filled.')).toBeVisible();
  expect(editor.document.history.getState().undoable).toBeUndefined();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('This area is too large to be filled.')).not.toBeInTheDocument();
});

test('Escape gives up a filling', { tags: ['long'] }, async () => {
  const editor = await openCloth();
  const retouch: Editor['rendering']['retouch'] = (_, { signal }) =>
    new Promise((__, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
    });
  const { say } = await show({ ...editor, rendering: { ...editor.rendering, retouch } }, 30);
  await dab();
  await expect.element(page.getByText('Filling the area')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Filling the area')).not.toBeInTheDocument();
  await expect.poll(() => say.mock.lastCall?.[0]).toBe('Cancelled');
  expect(editor.document.history.getState().undoable).toBeUndefined();
  expect(page.getByRole('alert').query()).toBeNull();
});

test('a failure is shown, and the area is filled when it is tried again', { tags: ['long'] }, async () => {
  const editor = await openCloth();
  let isBroken = true;
  const retouch: Editor['rendering']['retouch'] = (stroke, options) =>
    isBroken ? Promise.reject(new Error('out of order')) : editor.rendering.retouch(stroke, options);
  await show({ ...editor, rendering: { ...editor.rendering, retouch } }, 30);
  await dab();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect.element(again).toBeVisible();
  isBroken = false;
  await again.click();
  await expect.poll(() => editor.document.history.getState().undoable).toBe('retouch');
});

test(
  'a dab with the blur replaces the area by a block of its mean colour, as one step',
  { tags: ['long'] },
  async () => {
    const editor = await openCloth();
    const { history } = editor.document;
    editor.retouchMode.setState('blur', true);
    const { say } = await show(editor, 30);
    await dab();
    await expect.poll(() => history.getState().undoable).toBe('blur-area');
    await expect.poll(() => say.mock.lastCall?.[0]).toBe('Area blurred');
    const [red = 0, green = 0] = await middleOf(editor);
    expect(red).toBeGreaterThan(cloth?.[0] ?? 0);
    expect(red).toBeLessThan(tag?.[0] ?? 0);
    expect(green).toBeLessThan(tag?.[1] ?? 0);
    history.undo();
    expect(await middleOf(editor)).toEqual(tag);
  },
);
