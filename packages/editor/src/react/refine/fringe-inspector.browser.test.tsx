import '../../testing/styles.css';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createImageDocument } from '../../document/image-document.ts';
import { FringeInspector, type FringeSources } from './fringe-inspector.tsx';

/** Opens the inspector. The cutout is a yellow square of 20 px at the uncertain place of the edge. */
async function open(score: number | undefined) {
  const document = createImageDocument({ file: new Blob(), name: '', url: '' });
  const drawCutout = vi.fn<FringeSources['drawCutout']>((context) => {
    context.fillStyle = '#ffff00';
    context.fillRect(490, 290, 20, 20);
  });
  const sources = { widthPx: 1000, heightPx: 600, doubtful: { x: 500, y: 300 }, drawCutout };
  const i18n = await createI18n('en', ['editor'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <FringeInspector document={document} sources={sources} score={score} />
    </I18nextProvider>,
  );
  await page.getByRole('button', { name: 'Check the edge' }).click();
  await vi.waitFor(() => expect(drawCutout.mock.calls.length).toBeGreaterThanOrEqual(6));
  return { document, drawCutout };
}

/** Returns the colours in the middle and in a corner of each sample. */
function samples(): { middle: number[]; corner: number[] }[] {
  return [...document.querySelectorAll<HTMLCanvasElement>('[role=application] canvas')].map((canvas) => {
    const context = canvas.getContext('2d');
    const at = (x: number, y: number) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3);
    return { middle: at(canvas.width / 2, canvas.height / 2), corner: at(2, 2) };
  });
}

const area = () => page.getByRole('application', { name: 'Part of the edge' });

test('the uncertain place of the edge is shown on six different colours', { tags: ['long'] }, async () => {
  await open(95);
  await expect.element(page.getByText('Clean', { exact: true })).toBeVisible();
  const seen = samples();
  expect(seen.map(({ middle }) => middle)).toEqual(Array.from({ length: 6 }, () => [255, 255, 0]));
  expect(new Set(seen.map(({ corner }) => corner.join()))).toHaveProperty('size', 6);
});

test.each([
  [82, 'Slight fringe'],
  [40, 'Visible fringe'],
  [undefined, 'Measuring the edge'],
])('a score of %s is described as “%s”', { tags: ['long'] }, async (score, words) => {
  await open(score);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('arrow keys and drags move the view of all six samples', { tags: ['long'] }, async () => {
  const { drawCutout } = await open(95);
  area().element().focus();
  await userEvent.keyboard('{ArrowRight}');
  // One press moves the view by 8 CSS px, which are 4 px of the image at 200 %.
  const middle = () => {
    const { x = 0, y = 0, width = 0, height = 0 } = drawCutout.mock.lastCall?.[1] ?? {};
    return [x + width / 2, y + height / 2];
  };
  expect(middle()).toEqual([504, 300]);
  await page.getByRole('radio', { name: '400%' }).click();
  area().element().focus();
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(middle()).toEqual([504, 320]);
  await userEvent.dragAndDrop(area(), area(), {
    sourcePosition: { x: 100, y: 100 },
    targetPosition: { x: 60, y: 100 },
  });
  expect(middle()[0]).toBeCloseTo(514, 0);
  expect(samples().every(({ middle }) => middle.join() !== '255,255,0')).toBe(true);
});

test(
  'a fringe that remains after full colour removal can be reduced by moving the edge inwards by 0.5 px per press',
  { tags: ['long'] },
  async () => {
    const { document } = await open(40);
    await expect.element(page.getByText('40 of 100; 100 is clean')).toBeVisible();
    const move = page.getByRole('button', { name: 'Move the edge inwards by 0.5 px' });
    await move.click();
    await move.click();
    expect(document.history.getState().state.matte.shift).toBe(-10);
    document.history.undo();
    expect(document.history.getState().state.matte.shift).toBe(-5);
  },
);

test('a clean edge offers no correction', async () => {
  await open(95);
  await expect.element(page.getByText('95 of 100; 100 is clean')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /inwards/ })).not.toBeInTheDocument();
});

test('colour fringe that was left in can be removed from the inspector', { tags: ['long'] }, async () => {
  const { document } = await open(40);
  const clear = page.getByRole('button', { name: 'Remove all colour fringe' });
  await expect.element(clear).not.toBeInTheDocument();
  const { state } = document.history.getState();
  document.history.commit('decontaminate', { ...state, matte: { ...state.matte, decontaminate: 60 } });
  await clear.click();
  expect(document.history.getState().state.matte.decontaminate).toBe(100);
  await expect.element(clear).not.toBeInTheDocument();
});
