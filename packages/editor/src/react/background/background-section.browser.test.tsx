import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { useRef } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { brandColors, rememberBrandColor } from '../../document/brand-colors.ts';
import { createImageDocument } from '../../document/image-document.ts';
import { builtInRegistries } from '../../registry/registries.ts';
import { createStageImages } from '../../rendering/create-stage-images.ts';
import type { ImageSegmentation } from '../../image/image-segmentation.ts';
import { writeBmp } from '../../testing/write-bmp.ts';
import { EmptyHost } from '../testing/empty-host.tsx';
import { BackgroundSection, type BackgroundSectionProps } from './background-section.tsx';
import { createEyedropper } from '../../viewport/eyedropper.ts';

async function draw() {
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 6);
  const file = await canvas.convertToBlob();
  const document = createImageDocument({ file, name: 'cat.jpg', url: URL.createObjectURL(file) });
  document.addBackgroundImage(file);
  const eyedropper = createEyedropper();
  const stageImages = createStageImages(document.image, { widthPx: 8, heightPx: 6 } as ImageSegmentation);
  stageImages.decodeOriginal();
  const i18n = await createI18n('en', ['tool', 'editor', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        <BackgroundSection editor={{ document, eyedropper, registries: builtInRegistries, stageImages }} />
      </EmptyHost>
    </I18nextProvider>,
  );
  return { document, eyedropper, background: () => document.history.getState().state.background };
}

/** Draws two editors, each with its canvas, its panel and a document that was edited. */
async function drawTwo() {
  const i18n = await createI18n('en', ['tool', 'editor', 'errors', 'common'], importWords);
  const editors = [1, 2].map(() => {
    const document = createImageDocument({ file: new Blob(), name: '', url: '' });
    const { state } = document.history.getState();
    document.history.commit('contact', { ...state, light: { ...state.light, contact: 50 } });
    return { document, registries: builtInRegistries, eyedropper: undefined, stageImages: undefined };
  });
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost>
        {editors.map((editor, index) => (
          // The list never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <EditorWithCanvas key={index} editor={editor} label={`Canvas ${index + 1}`} />
        ))}
      </EmptyHost>
    </I18nextProvider>,
  );
  return { kinds: () => editors.map(({ document }) => document.history.getState().state.background.kind) };
}

function EditorWithCanvas({ editor, label }: { editor: BackgroundSectionProps['editor']; label: string }) {
  const canvas = useRef<HTMLElement>(null);
  return (
    <div data-slot="session-view">
      <section ref={canvas} aria-label={label} className="h-20" />
      <BackgroundSection editor={editor} canvas={canvas} />
    </div>
  );
}

async function transferredImage(): Promise<DataTransfer> {
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 6);
  const picture = await canvas.convertToBlob();
  const transfer = new DataTransfer();
  transfer.items.add(new File([picture], 'wall.png', { type: 'image/png' }));
  return transfer;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const slider = (name: string) => page.getByRole('slider', { name });

async function press(name: string, keys: string) {
  slider(name).element().focus();
  await userEvent.keyboard(keys);
}

test('a studio tile shows a rendering of the studio and chooses it', { tags: ['long'] }, async () => {
  const { background } = await draw();
  const tile = button('Evening lights');
  const canvas = tile.element().querySelector('canvas');
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  expect(new Set(pixels).size).toBeGreaterThan(60);
  await tile.click();
  expect(background()).toEqual({ kind: 'studio', id: 'bokeh' });
  await expect.element(tile).toHaveAttribute('aria-pressed', 'true');
});

test(
  'the blur tile shows the image, drawn from the pixels that the stage has decoded',
  { tags: ['long'] },
  async () => {
    await draw();
    const tile = button('Blurred original').element();
    expect(tile.querySelector('img')).toBeNull();
    const alphaAt = (share: number) => {
      const canvas = tile.querySelector('canvas');
      return canvas?.getContext('2d')?.getImageData(canvas.width * share, canvas.height / 2, 1, 1).data[3];
    };
    await expect.poll(() => alphaAt(0.25)).toBe(255);
    expect(alphaAt(0.75)).toBe(0);
  },
);

test('a background image can be fitted, scaled, moved and blurred', { tags: ['long'] }, async () => {
  const { document, background } = await draw();
  expect(slider('Size').query()).toBeNull();
  await button('Own image 1').click();
  const [id] = document.backgroundImageIds();
  const asItComes = { kind: 'picture', id, fit: 'cover', scale: 1, offsetX: 0, offsetY: 0, blur: 0 };
  expect(background()).toEqual(asItComes);
  await expect.element(slider('Size')).toHaveAttribute('aria-valuetext', '100%');
  await page.getByRole('radio', { name: 'Fit', exact: true }).click();
  await press('Size', '{End}');
  await press('Horizontal position', '{ArrowLeft}');
  await press('Vertical position', '{End}');
  await press('Blur', '{ArrowRight}');
  const placed = { ...asItComes, fit: 'contain', scale: 4, offsetX: -0.01, offsetY: 1, blur: 1 };
  expect(background()).toEqual(placed);
  await expect.element(slider('Size')).toHaveAttribute('aria-valuetext', '400%');
  // Pressing the tile that is already chosen must not reset these settings.
  await button('Own image 1').click();
  expect(background()).toEqual(placed);
  document.history.undo();
  expect(background()).toEqual({ ...placed, blur: 0 });
});

/** Chooses a file with the panel's file picker. */
function pick(file: File): void {
  const input = window.document.querySelector<HTMLInputElement>('input[type=file]');
  const transfer = new DataTransfer();
  transfer.items.add(file);
  if (!input) throw new Error('the panel takes no file');
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test(
  'a background image of another format is converted on the device, and a note says so',
  { tags: ['long'] },
  async () => {
    const { document, background } = await draw();
    const canvas = new OffscreenCanvas(8, 6);
    canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
    pick(await writeBmp(await canvas.convertToBlob(), 'beach.bmp'));
    await expect.element(page.getByRole('alert')).toMatchTextContent(/BMP is not supported/);
    await button('Convert on this device').click();
    const note = page.getByText('Converted from BMP to PNG on this device');
    await expect.element(note).toBeVisible();
    expect(background()).toMatchObject({ kind: 'picture', id: document.backgroundImageIds()[1] });
    await button('Dismiss').click();
    await expect.element(note).not.toBeInTheDocument();
  },
);

test(
  'a background image with an embedded video is taken without the video, and the panel shows a note',
  { tags: ['long'] },
  async () => {
    const { document, background } = await draw();
    const canvas = new OffscreenCanvas(8, 6);
    canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
    const picture = await canvas.convertToBlob({ type: 'image/jpeg' });
    // The whole file exceeds the limit of 10 MB, but the image in it does not.
    const withFilm = new File([picture, new Uint8Array(10_500_000)], 'motion.jpg', { type: 'image/jpeg' });
    pick(withFilm);
    const note = page.getByText(/the video stored behind it was left out/);
    await expect.element(note).toBeVisible();
    expect(background()).toMatchObject({ kind: 'picture', id: document.backgroundImageIds()[1] });
    await button('Dismiss').click();
    await expect.element(note).not.toBeInTheDocument();
    pick(withFilm);
    await expect.element(note).toBeVisible();
    pick(new File([picture], 'plain.jpg', { type: 'image/jpeg' }));
    await expect.element(note).not.toBeInTheDocument();
  },
);

test('a saved colour is removed by the Delete key, or by the button below when it is chosen', async () => {
  for (const color of ['#111111', '#222222', '#333333']) rememberBrandColor(color);
  const { background } = await draw();
  const pick = button('Pick a colour');
  button('Recent colour #222222').element().focus();
  await userEvent.keyboard('{Delete}');
  expect(brandColors.getState()).toEqual(['#333333', '#111111']);
  await expect.element(button('Recent colour #111111')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await button('Remove #111111 from recent colours').click();
  expect(brandColors.getState()).toEqual(['#333333']);
  await expect.element(pick).toHaveFocus();
  // The background stays unchanged.
  expect(background()).toEqual({ kind: 'color', color: '#111111' });
});

test('a colour picked from the image applies to the state at the time of the pick', async () => {
  const { document, eyedropper, background } = await draw();
  const { history } = document;
  const { state } = history.getState();
  history.commit('contact', { ...state, light: { ...state.light, contact: 50 } });
  await button('Pick a colour').click();
  await button('Pick from the image').click();
  history.undo();
  eyedropper.take('#123456');
  expect(background()).toEqual({ kind: 'color', color: '#123456' });
  expect(history.getState().state.light.contact).toBe(0);
});

test('an image dropped on the second of two canvases becomes the background of the second editor only', async () => {
  const { kinds } = await drawTwo();
  const before = kinds();
  const event = { bubbles: true, cancelable: true, dataTransfer: await transferredImage() };
  page.getByRole('region', { name: 'Canvas 2' }).element().dispatchEvent(new DragEvent('drop', event));
  await expect.poll(kinds).toEqual([before[0], 'picture']);
});

test('a pasted image becomes the background of one of two editors', { tags: ['long'] }, async () => {
  const { kinds } = await drawTwo();
  const event = { bubbles: true, cancelable: true, clipboardData: await transferredImage() };
  document.body.dispatchEvent(new ClipboardEvent('paste', event));
  await expect.poll(kinds).toContain('picture');
  // Both editors would open the image at the same time.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(kinds().filter((kind) => kind === 'picture')).toHaveLength(1);
});
