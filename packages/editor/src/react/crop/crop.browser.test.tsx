import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../../testing/styles.css';
import { createCropChoice } from '../../document/crop-choice.ts';
import { createImageDocument, type ImageDocument } from '../../document/image-document.ts';
import type { SourceImage } from '../../model/source-image.ts';
import { CropOverlay } from './crop-overlay.tsx';
import { CropPanel } from './crop-panel.tsx';

const imageSize = { widthPx: 400, heightPx: 300 };
/** Camera that shows the image at half its size, 50 CSS px from the top left corner. */
const view = { scale: 0.5, offsetX: 50, offsetY: 50 };
const viewport = { width: 300, height: 250 };
/** Bounding box of the subject, in px of the image. */
const subject = { left: 100, top: 60, right: 180, bottom: 220 };

async function draw(): Promise<ImageDocument> {
  await page.viewport(1000, 900);
  const data = Uint8ClampedArray.from({ length: 400 * 300 }, (_, at) => {
    const [x, y] = [at % 400, Math.floor(at / 400)];
    return x >= 100 && x < 180 && y >= 60 && y < 220 ? 255 : 0;
  });
  const photo: SourceImage = { file: new Blob(), name: 'cat.jpg', url: '' };
  const document = createImageDocument(photo);
  const editor = { document, cropChoice: createCropChoice() };
  const i18n = await createI18n('en', ['editor', 'tool', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div className="relative" style={{ width: viewport.width, height: viewport.height }}>
        <CropOverlay {...{ editor, imageSize, view, viewport, subject }} />
      </div>
      <div className="w-80 p-5">
        <CropPanel editor={editor} matte={{ data, ...imageSize }} imageSize={imageSize} />
      </div>
    </I18nextProvider>,
  );
  return document;
}

const stateOf = ({ history }: ImageDocument) => history.getState().state;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const handle = (name: string) => button(name).element() as HTMLElement;

/**
 * Presses the pointer at the centre of an element. The returned functions move and release it, in CSS px from there.
 */
function grab(element: HTMLElement) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const send = (type: string, dx: number, dy: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { pointerId: 1, button: 0, clientX: x + dx, clientY: y + dy, bubbles: true }),
    );
  vi.spyOn(element, 'setPointerCapture').mockReturnValue();
  send('pointerdown', 0, 0);
  return {
    to: (dx: number, dy: number) => send('pointermove', dx, dy),
    drop: (dx: number, dy: number) => send('pointerup', dx, dy),
  };
}

test('dragging a corner of the crop previews it and commits one step at the end', async () => {
  const document = await draw();
  const hand = grab(handle('Bottom right corner'));
  hand.to(-20, -10);
  await vi.waitFor(() => expect(document.history.getState().isPreview).toBe(true));
  hand.to(-60, -25);
  hand.drop(-60, -25);
  expect(stateOf(document).crop).toMatchObject({ widthPx: 280, heightPx: 250, centerX: 140, centerY: 125 });
  document.history.undo();
  expect(stateOf(document).crop).toBeUndefined();
});

test('a side of the crop snaps to a near edge of the subject', async () => {
  const document = await draw();
  const hand = grab(handle('Right edge'));
  // Without snapping the side would be at 400 − 2 × 107 = 186 px of the image, 6 px from the subject's edge at 180.
  hand.to(-100, 0);
  hand.drop(-107, 0);
  expect(stateOf(document).crop).toMatchObject({ widthPx: 180 });
});

test(
  'a press without movement does not change the crop, and Escape restores it during a drag',
  { tags: ['long'] },
  async () => {
    const document = await draw();
    handle('Right edge').focus();
    await userEvent.keyboard('{ArrowLeft>3/}');
    // The side is close enough to the image's edge to snap to it if this were a drag.
    grab(handle('Right edge')).drop(1, 0);
    expect(stateOf(document).crop).toMatchObject({ widthPx: 397 });
    const corner = handle('Top left corner');
    corner.focus();
    grab(corner).to(40, 40);
    await vi.waitFor(() => expect(document.history.getState().isPreview).toBe(true));
    await userEvent.keyboard('{Escape}');
    expect(document.history.getState().isPreview).toBe(false);
    expect(stateOf(document).crop).toMatchObject({ widthPx: 397, heightPx: 300 });
  },
);

test(
  'the crop can be moved beyond the image, and the scene follows only after the drag',
  { tags: ['long'] },
  async () => {
    const document = await draw();
    await button('1:1').click();
    const frame = handle('Crop area; drag to move it');
    const hand = grab(frame);
    hand.to(-30, 0);
    // The crop now begins 10 px of the image left of the image's edge, which is at 50 CSS px: 50 − 10 × 0.5 = 45.
    await vi.waitFor(() => expect(frame.style.left).toBe('45px'));
    hand.drop(-30, 0);
    expect(stateOf(document).crop).toMatchObject({ centerX: 140, centerY: 150, widthPx: 300 });
    // The scene has become wider and now begins at the left edge of the crop.
    await vi.waitFor(() => expect(frame.style.left).toBe('50px'));
  },
);

test('arrow keys move a side by 1 px of the image, by 10 px with Shift, and a held key is one step', async () => {
  const document = await draw();
  handle('Right edge').focus();
  await userEvent.keyboard('{ArrowLeft>3/}');
  expect(stateOf(document).crop).toMatchObject({ widthPx: 397 });
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(stateOf(document).crop).toMatchObject({ widthPx: 387, centerX: 193.5 });
  document.history.undo();
  expect(stateOf(document).crop).toMatchObject({ widthPx: 397 });
  document.history.undo();
  expect(stateOf(document).crop).toBeUndefined();
});

test('handles keep the ratio of the chosen preset', async () => {
  const document = await draw();
  await button('4:5').click();
  await expect.element(button('4:5')).toHaveAttribute('aria-pressed', 'true');
  expect(stateOf(document).crop).toMatchObject({ widthPx: 240, heightPx: 300 });
  const hand = grab(handle('Bottom right corner'));
  hand.to(-40, -50);
  hand.drop(-40, -50);
  expect(stateOf(document).crop).toMatchObject({ widthPx: 160, heightPx: 200 });
  document.history.undo();
  document.history.undo();
  await expect.element(button('Free')).toHaveAttribute('aria-pressed', 'true');
});

test('the subject is centred with the chosen margin', { tags: ['long'] }, async () => {
  const document = await draw();
  await button('1:1').click();
  await button('Centre the subject').click();
  // The subject's height of 160 px is 80 % of the crop's.
  expect(stateOf(document).crop).toMatchObject({
    centerX: 140,
    centerY: 140,
    widthPx: expect.closeTo(200, 8),
    heightPx: expect.closeTo(200, 8),
  });
  expect(document.history.getState().undoable).toBe('center');
  const margin = page.getByRole('slider', { name: 'Margin' });
  (margin.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight>10/}');
  expect(stateOf(document).crop).toMatchObject({ widthPx: expect.closeTo(160 / 0.6, 8) });
});

test('the crop is rotated, flipped, straightened and reset', { tags: ['long'] }, async () => {
  const document = await draw();
  await button('Rotate right 90°').click();
  expect(stateOf(document).crop).toMatchObject({ angleDeg: 90, widthPx: 300, heightPx: 400 });
  await button('Flip horizontal').click();
  expect(stateOf(document).crop).toMatchObject({ angleDeg: -90, mirrored: true });
  (page.getByRole('slider', { name: 'Straighten' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(stateOf(document).crop?.angleDeg).toBeCloseTo(-89.9, 8);
  await vi.waitFor(() => expect(document.history.getState().undoable).toBe('straighten'));
  await button('Reset crop').click();
  expect(stateOf(document)).toMatchObject({ crop: undefined, size: undefined });
  await expect.element(button('Reset crop')).toHaveAttribute('aria-disabled', 'true');
});

test('a slider that returns to its first value leaves neither a preview nor a step', async () => {
  const document = await draw();
  const slider = page.getByRole('slider', { name: 'Straighten' }).element();
  const rail = slider.closest('[data-slot=slider] > div');
  if (!(rail instanceof HTMLElement)) throw new Error('no rail');
  const hand = grab(rail);
  hand.to(30, 0);
  await vi.waitFor(() => expect(stateOf(document).crop?.angleDeg).toBeGreaterThan(5));
  hand.drop(0, 0);
  expect(document.history.getState()).toMatchObject({ isPreview: false, undoable: undefined });
  expect(stateOf(document).crop).toBeUndefined();
});

test(
  'linked size fields keep the ratio, and unlinked ones change the ratio of the crop',
  { tags: ['long'] },
  async () => {
    const document = await draw();
    const [width, height] = [
      page.getByRole('textbox', { name: 'Width' }),
      page.getByRole('textbox', { name: 'Height' }),
    ];
    await expect.element(width).toHaveValue('400');
    await width.fill('1000');
    await expect.element(height).toHaveValue('750');
    await userEvent.keyboard('{Enter}');
    expect(stateOf(document)).toMatchObject({ size: { widthPx: 1000, heightPx: 750 } });
    await expect.element(page.getByText(/Enlarged 2.5×/)).toBeVisible();
    await button('Lock aspect ratio').click();
    await height.fill('500');
    await userEvent.keyboard('{Tab}');
    expect(stateOf(document)).toMatchObject({
      size: { widthPx: 1000, heightPx: 500 },
      crop: { widthPx: 400, heightPx: 200 },
    });
    await button('Use the crop’s own size').click();
    await expect.element(width).toHaveValue('400');
    await expect.element(height).toHaveValue('200');
  },
);

test('an invalid size shows an error and changes nothing', async () => {
  const document = await draw();
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('12 cm');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 16,384.');
  await expect.element(width).toHaveAttribute('aria-invalid', 'true');
  await width.fill('12000');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('The limit is 64 megapixels; this would be 108.');
  await userEvent.keyboard('{Escape}');
  await expect.element(width).toHaveValue('400');
  expect(stateOf(document).size).toBeUndefined();
});

test('a common size sets the pixels, keeps the subject whole and is undone as one step', async () => {
  const document = await draw();
  await page.getByRole('combobox', { name: 'Common sizes' }).selectOptions('Full HD: 1920 × 1080 px');
  expect(stateOf(document).size).toEqual({ widthPx: 1920, heightPx: 1080 });
  // 400 px at 16:9 are 225 px high, and the subject's 160 px fit.
  expect(stateOf(document).crop).toMatchObject({ widthPx: 400, heightPx: expect.closeTo(225, 6) });
  document.history.undo();
  expect(stateOf(document).size).toBeUndefined();
  expect(stateOf(document).crop).toBeUndefined();
  await expect.element(page.getByRole('combobox', { name: 'Common sizes' })).toHaveDisplayValue('No fixed size');
});

test(
  'an enlargement is one step, shows from how many pixels it is computed, and a reset takes it back',
  { tags: ['long'] },
  async () => {
    const document = await draw();
    const group = page.getByRole('radiogroup', { name: 'Enlarge' });
    const choice = (name: string) => group.getByRole('radio', { name, exact: true });
    const [width, height] = [
      page.getByRole('textbox', { name: 'Width' }),
      page.getByRole('textbox', { name: 'Height' }),
    ];
    await expect.element(choice('Off')).toBeChecked();
    await choice('×3').click();
    expect(stateOf(document)).toMatchObject({ enlarge: 3 });
    expect(document.history.getState().undoable).toBe('enlarge');
    await expect.element(width).toHaveValue('1200');
    await expect.element(height).toHaveValue('900');
    await expect.element(page.getByText(/^Enlarged: computed on this device from 400 × 300\u00A0px/)).toBeVisible();
    await expect.element(page.getByText(/which adds no detail/)).not.toBeInTheDocument();
    document.history.undo();
    await expect.element(choice('Off')).toBeChecked();
    await choice('×2').click();
    await button('Reset crop').click();
    expect(stateOf(document)).not.toHaveProperty('enlarge');
    await expect.element(width).toHaveValue('400');
  },
);

test(
  'a size of more pixels than the crop has offers the one enlargement that it needs',
  { tags: ['long'] },
  async () => {
    const document = await draw();
    const sizes = page.getByRole('combobox', { name: 'Common sizes' });
    const choices = () => page.getByRole('radiogroup', { name: 'Enlarge' }).getByRole('radio');
    await sizes.selectOptions('Square post: 1080 × 1080 px');
    await expect.element(page.getByText(/Enlarged 3\.6×/)).toBeVisible();
    // 1080 px of 300 are 3.6 times as many.
    expect(
      choices()
        .elements()
        .map((element) => element.textContent),
    ).toEqual(['Off', '×4']);
    await page.getByRole('radio', { name: '×4' }).click();
    expect(stateOf(document)).toMatchObject({ enlarge: 4, size: { widthPx: 1080, heightPx: 1080 } });
    await expect.element(page.getByText(/computed on this device from 300 × 300\u00A0px/)).toBeVisible();
    await expect.element(page.getByText(/which adds no detail/)).not.toBeInTheDocument();
    const width = page.getByRole('textbox', { name: 'Width' });
    await width.fill('250');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('The photo has enough pixels for this size.')).toBeVisible();
    expect(choices().elements()).toEqual([]);
    await button('Use the crop’s own size').click();
    expect(stateOf(document)).not.toHaveProperty('enlarge');
  },
);

test(
  'flipping vertically twice restores the crop, and extending enlarges it by a tenth',
  { tags: ['long'] },
  async () => {
    const document = await draw();
    await button('Flip vertical').click();
    expect(stateOf(document).crop).toMatchObject({ mirrored: true, angleDeg: 180 });
    await button('Flip vertical').click();
    expect(stateOf(document).crop).toBeUndefined();
    await button('Extend the canvas by 10%').click();
    expect(stateOf(document).crop).toMatchObject({
      widthPx: expect.closeTo(440, 6),
      heightPx: expect.closeTo(330, 6),
      centerX: 200,
      centerY: 150,
    });
  },
);
