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
/** The image at half its size, 50 px from the corner. */
const view = { scale: 0.5, offsetX: 50, offsetY: 50 };
const viewport = { width: 300, height: 250 };
/** Subject from 100 to 180 across and from 60 to 220 down. */
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

/** Presses the pointer at the middle of an element and moves it in CSS px. */
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

test('a corner is dragged: seen at once, and one step at the end', async () => {
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

test('near the subject’s edge a side keeps to it', async () => {
  const document = await draw();
  const hand = grab(handle('Right edge'));
  // 400 − 2 × 107 is 186: six px of the image from the subject's 180.
  hand.to(-100, 0);
  hand.drop(-107, 0);
  expect(stateOf(document).crop).toMatchObject({ widthPx: 180 });
});

test('a press alone moves nothing, and Escape leaves everything as it was', async () => {
  const document = await draw();
  handle('Right edge').focus();
  await userEvent.keyboard('{ArrowLeft>3/}');
  // Near enough to the image's edge to be drawn to it.
  grab(handle('Right edge')).drop(1, 0);
  expect(stateOf(document).crop).toMatchObject({ widthPx: 397 });
  const corner = handle('Top left corner');
  corner.focus();
  grab(corner).to(40, 40);
  await vi.waitFor(() => expect(document.history.getState().isPreview).toBe(true));
  await userEvent.keyboard('{Escape}');
  expect(document.history.getState().isPreview).toBe(false);
  expect(stateOf(document).crop).toMatchObject({ widthPx: 397, heightPx: 300 });
});

test('the frame can be moved beyond the photo, and the scene moves only after the drag', async () => {
  const document = await draw();
  await button('1:1').click();
  const frame = handle('Crop area; drag to move it');
  const hand = grab(frame);
  hand.to(-30, 0);
  // From 10 px of the image beyond its edge, which is at 50.
  await vi.waitFor(() => expect(frame.style.left).toBe('45px'));
  hand.drop(-30, 0);
  expect(stateOf(document).crop).toMatchObject({ centerX: 140, centerY: 150, widthPx: 300 });
  // The scene has become wider, and begins with the frame.
  await vi.waitFor(() => expect(frame.style.left).toBe('50px'));
});

test('arrow keys move by one px of the photo, ten with Shift, and a held key is one step', async () => {
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

test('a chosen shape is kept by the handles until another is chosen', async () => {
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

test('the subject comes to the middle with its margin', async () => {
  const document = await draw();
  await button('1:1').click();
  await button('Centre the subject').click();
  // 160 px of height are 80 % of it.
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

test('turned, mirrored, straightened, and all of it back', async () => {
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

test('a slider that comes back leaves nothing tried out behind', async () => {
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

test('linked, one side follows the other; unlinked, the frame takes on their ratio', async () => {
  const document = await draw();
  const [width, height] = [page.getByRole('textbox', { name: 'Width' }), page.getByRole('textbox', { name: 'Height' })];
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
});

test('a size that cannot be is refused in words, and nothing changes', async () => {
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
