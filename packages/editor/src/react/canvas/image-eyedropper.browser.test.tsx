import { identity } from '@isola/imaging';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import '../../testing/styles.css';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useStore } from 'zustand';

import { createTilePyramid } from '../../rendering/create-tile-pyramid.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { Stage } from './stage.tsx';
import { createEyedropper } from '../../viewport/eyedropper.ts';
import { ImageEyedropper } from './image-eyedropper.tsx';

/** Returns an image whose left half is red and whose right half is blue. */
function photo() {
  const canvas = new OffscreenCanvas(200, 100);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, 100, 100);
  context.fillStyle = '#0000ff';
  context.fillRect(100, 0, 100, 100);
  const pyramid = createTilePyramid(200, 100);
  pyramid.update(canvas, { x: 0, y: 0, width: 200, height: 100 });
  return pyramid;
}

async function draw() {
  const eyedropper = createEyedropper();
  const taken: string[] = [];
  const store = createViewport();
  const original = photo();
  function Picker() {
    const isPicking = useStore(eyedropper, (state) => state.isPicking);
    return (
      <>
        <button type="button" aria-label="Pick" onClick={() => eyedropper.pick((color) => taken.push(color))} />
        <div style={{ width: 300, height: 200 }}>
          <Stage
            imageSize={original}
            store={store}
            paint={(context) => original.draw(context, { x: 0, y: 0, width: 200, height: 100 }, 1)}
            label="Canvas"
            className="size-full"
          >
            {isPicking && <ImageEyedropper {...{ eyedropper, store, original }} toPhoto={identity} />}
          </Stage>
        </div>
      </>
    );
  }
  const i18n = await createI18n('en', ['editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <Picker />
    </I18nextProvider>,
  );
  page.getByRole('button', { name: 'Pick', exact: true }).element().focus();
  await userEvent.keyboard('{Enter}');
  const layer = page.getByRole('button', { name: /^Click the colour in the image/ });
  await expect.element(layer).toHaveFocus();
  return { taken, layer, eyedropper };
}

const pick = page.getByRole('button', { name: 'Pick', exact: true });

test('arrow keys move the crosshair, and Enter picks the colour under it', async () => {
  const { taken, layer } = await draw();
  await expect.element(page.getByText(/^Arrow keys move the crosshair/)).toBeVisible();
  const cross = () => layer.element().querySelector('svg')?.getBoundingClientRect().x ?? 0;
  const before = cross();
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  await expect.poll(() => cross()).toBe(before - 20);
  await userEvent.keyboard('{Enter}');
  expect(taken).toEqual(['#ff0000']);
  await expect.element(pick).toHaveFocus();
  await userEvent.keyboard('{Enter}{ArrowRight}{Enter}');
  expect(taken).toEqual(['#ff0000', '#0000ff']);
});

test('Escape closes the eyedropper and restores the focus', async () => {
  const { taken, layer } = await draw();
  await userEvent.keyboard('{Escape}');
  await expect.element(layer).not.toBeInTheDocument();
  await expect.element(pick).toHaveFocus();
  expect(taken).toEqual([]);
});

test('a grey is picked as a square around the crosshair, and a refusal is shown until another place is picked', async () => {
  const { eyedropper } = await draw();
  const sizes: number[] = [];
  eyedropper.pickGrey((pixels) => {
    sizes.push(pixels.length);
    return sizes.length === 1 ? 'too-colorful' : undefined;
  });
  const layer = page.getByRole('button', { name: /^Click something grey/ });
  await expect.element(layer).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This spot is too colourful to be grey. Choose another one.')).toBeVisible();
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  // A square of 5 × 5 px, RGBA.
  expect(sizes).toEqual([100, 100]);
  await expect.poll(() => layer.query()).toBeNull();
});
