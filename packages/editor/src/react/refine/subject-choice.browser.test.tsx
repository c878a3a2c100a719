import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import '../../testing/styles.css';
import { createImageDocument } from '../../document/image-document.ts';
import { createEditor } from '../../editor.ts';
import { segmentationOf } from '../../testing/example-project.ts';
import { SubjectChoice } from './subject-choice.tsx';

const [widthPx, heightPx] = [300, 200];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const left: Box = { left: 20, top: 40, width: 80, height: 120 };
const right: Box = { left: 180, top: 60, width: 90, height: 100 };
const below: Box = { left: 20, top: 170, width: 80, height: 20 };

/** Shows the choice for an image with these boxes. */
async function show(boxes: readonly Box[]) {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  const data = new Uint8ClampedArray(widthPx * heightPx);
  context.fillStyle = '#c03020';
  for (const box of boxes) {
    context.fillRect(box.left, box.top, box.width, box.height);
    for (let y = box.top; y < box.top + box.height; y += 1)
      data.fill(255, y * widthPx + box.left, y * widthPx + box.left + box.width);
  }
  const file = await canvas.convertToBlob();
  const segmentation = await segmentationOf(file, { data, widthPx, heightPx });
  const document = createImageDocument({ file, name: 'boxes.png', url: 'about:blank' });
  const editor = createEditor({ document, segmentation });
  const i18n = await createI18n('en', ['editor', 'tool', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ width: 280 }}>
        <SubjectChoice editor={editor} />
      </div>
    </I18nextProvider>,
  );
  const { history } = document;
  const alphaOf = async ({ left: x, top: y, width, height }: Box) => {
    const matte = await editor.rendering.editedMatte(history.getState().state.matte, new AbortController().signal);
    return matte.data[Math.floor(y + height / 2) * widthPx + Math.floor(x + width / 2)];
  };
  return { history, alphaOf };
}

const choice = (name: string) => page.getByRole('checkbox', { name, exact: true });

test(
  'one of two subjects is removed and brought back, each as one step that undo takes back',
  { tags: ['long'] },
  async () => {
    const { history, alphaOf } = await show([left, right]);
    await expect.element(choice('Left')).toBeChecked();
    await expect.element(choice('Right')).toBeChecked();
    await page.getByText('Left', { exact: true }).click();
    await expect.poll(() => history.getState().undoable).toBe('remove-object');
    await expect.element(choice('Left')).not.toBeChecked();
    await expect.element(choice('Right')).toBeChecked();
    expect([await alphaOf(left), await alphaOf(right)]).toEqual([0, 255]);

    await page.getByText('Left', { exact: true }).click();
    await expect.poll(() => history.getState().undoable).toBe('add-object');
    await expect.element(choice('Left')).toBeChecked();
    expect([await alphaOf(left), await alphaOf(right)]).toEqual([255, 255]);
    history.undo();
    await expect.element(choice('Left')).not.toBeChecked();
    history.undo();
    await expect.element(choice('Left')).toBeChecked();
  },
);

test('undo of the first change shows the subject as kept again', { tags: ['long'] }, async () => {
  const { history, alphaOf } = await show([left, right]);
  await page.getByText('Right', { exact: true }).click();
  await expect.element(choice('Right')).not.toBeChecked();
  await expect.poll(() => alphaOf(right)).toBe(0);
  history.undo();
  await expect.element(choice('Right')).toBeChecked();
  expect(await alphaOf(right)).toBe(255);
});

test('two quick presses remove both subjects', { tags: ['long'] }, async () => {
  const { history, alphaOf } = await show([left, right]);
  (choice('Left').element() as HTMLInputElement).click();
  (choice('Right').element() as HTMLInputElement).click();
  await expect.poll(() => history.getState().state.matte.edits).toHaveLength(2);
  expect([await alphaOf(left), await alphaOf(right)]).toEqual([0, 0]);
});

test(
  'two subjects one above the other are named by their place, and three by a number',
  { tags: ['long'] },
  async () => {
    await show([left, below]);
    await expect.element(choice('Top')).toBeChecked();
    await expect.element(choice('Bottom')).toBeChecked();
    await show([left, right, below]);
    await expect.element(choice('Subject 3')).toBeChecked();
  },
);

test('a single subject is no choice', async () => {
  await show([left]);
  await expect.element(page.getByRole('group')).not.toBeInTheDocument();
});
