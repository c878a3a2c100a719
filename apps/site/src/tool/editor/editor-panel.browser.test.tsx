import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import type { Segmentation } from '@isola/segmenter';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { BackgroundView } from './background-view.tsx';
import { EditorPanel } from './editor-panel.tsx';

const [widthPx, heightPx] = [60, 40];

/** Its left half is transparent, its right half a subject. */
async function cutout(): Promise<Segmentation> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#c83214';
  context.fillRect(widthPx / 2, 0, widthPx / 2, heightPx);
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 30 ? 0 : 255));
  const png = await canvas.convertToBlob();
  return { widthPx, heightPx, png, matte: { data, widthPx, heightPx } } as Segmentation;
}

async function draw() {
  const result = await cutout();
  const photo = { file: result.png, name: 'cat.jpg', url: URL.createObjectURL(result.png) };
  const i18n = await createI18n('en', ['tool', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div className="relative isolate h-40 w-60">
        <BackgroundView photo={photo} result={result} />
      </div>
      <EditorPanel photo={photo} result={result} />
    </I18nextProvider>,
  );
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const composed = () => document.querySelector<HTMLCanvasElement>('[data-slot=composed]');
const underneath = () => document.querySelector<HTMLElement>('[data-slot=backdrop] > *')?.style.background;
const cornerOf = (canvas: HTMLCanvasElement | null) => [
  ...(canvas?.getContext('2d')?.getImageData(0, 0, 1, 1).data ?? []),
];

beforeEach(() => localStorage.removeItem('brand-colors'));
afterEach(() => localStorage.removeItem('brand-colors'));

test('a colour is behind the cut-out at once, and then exactly', async () => {
  await draw();
  expect(composed()).toBeNull();
  await button('Black').click();
  expect(underneath()).toBe('rgb(0, 0, 0)');
  await expect.element(button('Black')).toHaveAttribute('aria-pressed', 'true');
  await vi.waitFor(() => expect(cornerOf(composed())).toEqual([0, 0, 0, 255]));
});

test('steps have names, and both ends of the way keep the focus', async () => {
  await draw();
  await expect.element(button('Undo')).toHaveAttribute('aria-disabled', 'true');
  await button('Sky').click();
  await page.getByRole('radio', { name: 'JPEG' }).click();
  await button('Undo: file format').click();
  await expect.element(page.getByRole('radio', { name: 'PNG' })).toBeChecked();
  await button('Undo: gradient').click();
  await expect.element(button('Undo')).toHaveFocus();
  await expect.element(button('Transparent')).toHaveAttribute('aria-pressed', 'true');
  expect(composed()).toBeNull();
  await button('Redo: gradient').click();
  await expect.element(button('Sky')).toHaveAttribute('aria-pressed', 'true');
});

test('Ctrl and Z undo, but not while a text is written', async () => {
  await draw();
  await button('White').click();
  await button('Pick a colour').click();
  const hex = page.getByRole('textbox', { name: 'Hex code' });
  await hex.click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(button('White')).toHaveAttribute('aria-pressed', 'true');
  await button('Pick a colour').click();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(button('Transparent')).toHaveAttribute('aria-pressed', 'true');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(button('White')).toHaveAttribute('aria-pressed', 'true');
});

test('a colour that was picked is at hand from then on', async () => {
  await draw();
  await button('Pick a colour').click();
  await page.getByRole('textbox', { name: 'Hex code' }).fill('#1f6f5c');
  await userEvent.keyboard('{Enter}');
  await button('White').click();
  await button('Recent colour #1f6f5c').click();
  expect(underneath()).toBe('rgb(31, 111, 92)');
  expect(localStorage.getItem('brand-colors')).toBe('["#1f6f5c"]');
});

test('a JPEG says that it will be white, shows it, and has a quality', async () => {
  await draw();
  await expect.element(page.getByRole('slider', { name: 'Quality' })).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'JPEG' }).click();
  await expect.element(page.getByText(/the background becomes white/)).toBeVisible();
  expect(underneath()).toBe('rgb(255, 255, 255)');
  await expect.element(page.getByRole('slider', { name: 'Quality' })).toHaveValue('90');
  await expect.element(button('Download JPEG')).toHaveAttribute('data-state', 'ready');
});

test('a file that is no picture is refused beside the pictures, and nothing changes', async () => {
  await draw();
  const input = document.querySelector<HTMLInputElement>('[data-slot=editor] input[type=file]');
  const transfer = new DataTransfer();
  transfer.items.add(new File(['words'], 'notes.png', { type: 'image/png' }));
  if (!input) throw new Error('no file input');
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(document.querySelector('[data-code=unsupported-format]')).not.toBeNull());
  await expect.element(button('Transparent')).toHaveAttribute('aria-pressed', 'true');
});

test('a picture dropped on the panel lies behind, and can be had back after another choice', async () => {
  await draw();
  const transfer = new DataTransfer();
  transfer.items.add(new File([(await cutout()).png], 'wall.png', { type: 'image/png' }));
  const place = document.querySelector('[data-slot=editor] section');
  place?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  await expect.element(button('Own picture 1')).toHaveAttribute('aria-pressed', 'true');
  await button('Blurred original').click();
  await expect.element(page.getByRole('slider', { name: 'Blur' })).toHaveValue('40');
  await button('Own picture 1').click();
  await expect.element(button('Own picture 1')).toHaveAttribute('aria-pressed', 'true');
});
