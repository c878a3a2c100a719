import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import type { Editor } from '../../editor.ts';
import { initialState } from '../../schema/initial-state.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { SunLayer } from './sun-layer.tsx';

const size = { widthPx: 400, heightPx: 300 };

/** Draws the sun over a subject whose middle is at 200, 150. */
async function draw() {
  const data = new Uint8ClampedArray(400 * 300);
  for (let y = 100; y < 200; y += 1) data.fill(255, y * 400 + 150, y * 400 + 250);
  const document = createImageDocument({ file: new Blob(['photo']), name: 'cat.jpg', url: 'blob:cat' });
  const editor = {
    document,
    rendering: { need: () => () => undefined },
    segmentation: { ...size, matte: { ...size, data } },
  } as unknown as Editor;
  const store = createViewport({ padding: 0 });
  store.setViewport({ width: 400, height: 300 });
  store.setImageSize(size);
  const onMove = vi.fn<() => void>();
  const i18n = await createI18n('en', ['editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <div style={{ position: 'relative', width: 400, height: 300 }}>
        <SunLayer editor={editor} store={store} onMove={onMove} />
      </div>
    </I18nextProvider>,
  );
  return { document, onMove, drop: () => document.history.getState().state.light.drop };
}

const sun = () => page.getByRole('slider', { name: 'Sun' });

test('dragging the sun round the subject turns the light, as one step', async () => {
  const { document, onMove, drop } = await draw();
  const element = sun().element() as HTMLElement;
  const place = () => [Number.parseFloat(element.style.left), Number.parseFloat(element.style.top)] as const;
  // The sun begins above the subject.
  const [startX, startY] = place();
  expect(startX).toBe(200);
  expect(startY).toBeLessThan(130);
  element.setPointerCapture = () => undefined;
  const send = (type: string, x: number, y: number) =>
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x, clientY: y }));
  send('pointerdown', startX, startY);
  send('pointermove', 260, 110);
  send('pointermove', 270, 150);
  send('pointerup', 270, 150);
  expect(onMove).toHaveBeenCalled();
  expect(drop()).toMatchObject({ angleDeg: 90, plane: 'floor' });
  expect(drop().strength).toBeGreaterThan(0);
  await vi.waitFor(() => expect(Math.abs(place()[0] - 270)).toBeLessThan(1));
  expect(place()[1]).toBeCloseTo(150, 0);
  document.history.undo();
  expect(document.history.getState().state).toEqual(initialState);
});

test('arrow keys turn, raise and lower the sun, and its value is spoken', async () => {
  const { document, drop } = await draw();
  (sun().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(drop()).toMatchObject({ angleDeg: 5, distance: 20 });
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(drop().distance).toBe(28);
  // cot(elevation) is the shadow's length in heights of the subject: 28 % of 2.5.
  const elevation = Math.round((Math.atan(1 / 0.7) / Math.PI) * 180);
  await expect.element(sun()).toHaveAttribute('aria-valuetext', `Direction 5°, height ${elevation}°`);
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}{ArrowLeft}');
  expect(drop()).toMatchObject({ angleDeg: -5, distance: 24 });
  expect(document.history.getState().undoable).toBe('drop-shadow');
});
