import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { createEditor } from '../../editor.ts';
import { FacesError } from '../../image/find-faces.ts';
import { builtInSchema } from '../../registry/document-schema.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { BlurGroup } from './blur-group.tsx';
import type { FindFaces } from '../../image/find-faces.ts';

const size = { widthPx: 240, heightPx: 160 };

/** Opens stripes of one pixel, and shows the group with this search. */
async function show(find: FindFaces) {
  const canvas = new OffscreenCanvas(size.widthPx, size.heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  for (let x = 0; x < size.widthPx; x += 1) {
    context.fillStyle = x % 2 === 0 ? '#000' : '#fff';
    context.fillRect(x, 0, 1, size.heightPx);
  }
  const file = await canvas.convertToBlob();
  const matte = { data: new Uint8ClampedArray(size.widthPx * size.heightPx).fill(255), ...size };
  const document = createImageDocument({ file, name: 'team.png', url: '' });
  const editor = createEditor({ document, segmentation: await segmentationOf(file, matte) });
  // Rendering follows the document while it has a listener, such as the stage.
  const stop = editor.rendering.subscribe(() => undefined);
  onTestFinished(stop);
  const i18n = await createI18n('en', ['editor', 'tool', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <BlurGroup editor={editor} find={find} />
    </I18nextProvider>,
  );
  const redAt = async (x: number, y: number) => {
    const png = await editor.rendering.writePng(new AbortController().signal);
    const pixel = new OffscreenCanvas(1, 1).getContext('2d');
    pixel?.drawImage(await createImageBitmap(png), x, y, 1, 1, 0, 0, 1, 1);
    return pixel?.getImageData(0, 0, 1, 1).data[0];
  };
  return { history: document.history, redAt };
}

const faceAt = (centerX: number) => ({ kind: 'ellipse', centerX, centerY: 80, radiusX: 30, radiusY: 42 }) as const;
const button = page.getByRole('button', { name: 'Blur faces' });

test('all faces become blocks as one step, and their number is said', { tags: ['long'] }, async () => {
  const { history, redAt } = await show(async () => [faceAt(60), faceAt(180)]);
  await button.click();
  await expect.element(page.getByText('2 faces blurred')).toBeVisible();
  await expect.element(page.getByText(/^Check that no face was missed\./)).toBeVisible();
  expect(history.getState().undoable).toBe('blur-area');
  // Half of the light of white is 188 in sRGB.
  expect([await redAt(60, 80), await redAt(181, 80)]).toEqual([188, 188]);
  expect([await redAt(120, 80), await redAt(121, 80)]).toEqual([0, 255]);
  const { state } = history.getState();
  expect(builtInSchema.parseState(JSON.parse(JSON.stringify(state)))).toEqual({ state });
  history.undo();
  expect([await redAt(60, 80), await redAt(181, 80)]).toEqual([0, 255]);
  await expect.element(page.getByText('2 faces blurred')).not.toBeInTheDocument();
});

test('an image without a face stays as it is, and the words say what to do', async () => {
  const { history } = await show(async () => []);
  await button.click();
  await expect.element(page.getByText(/^No face was found\./)).toBeVisible();
  expect(history.getState().undoable).toBeUndefined();
});

test('networks that cannot be loaded are reported, and the search can be repeated', { tags: ['long'] }, async () => {
  let isOffline = true;
  const { history } = await show(async () => {
    if (isOffline) throw new FacesError({ code: 'network' });
    return [faceAt(100)];
  });
  await button.click();
  await expect.element(page.getByText(/The model couldn’t be downloaded/)).toBeVisible();
  isOffline = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('1 face blurred')).toBeVisible();
  // The button that was pressed is gone.
  await expect.element(button).toHaveFocus();
  expect(history.getState().undoable).toBe('blur-area');
});

/** Searches until it is aborted. */
const untilAborted: FindFaces = (_, { signal }) =>
  new Promise((__, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
  });

test('Escape ends a search, and nothing changes', { tags: ['long'] }, async () => {
  const { history } = await show(untilAborted);
  await button.click();
  await expect.element(page.getByText('Looking for faces')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Looking for faces')).not.toBeInTheDocument();
  expect(history.getState().undoable).toBeUndefined();
});

test(
  'the button that cancels a search gives the focus back to the one that started it',
  { tags: ['long'] },
  async () => {
    await show(untilAborted);
    await button.click();
    const cancel = page.getByRole('button', { name: 'Cancel' });
    await expect.element(cancel).toBeVisible();
    cancel.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(cancel).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  },
);
