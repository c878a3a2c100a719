/** @module-tag long */
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';

import '../testing/styles.css';
import { type Command, defineCommand } from '../commands/define-command.ts';
import { createImageDocument } from '../document/image-document.ts';
import type { Background } from '../model/background.ts';
import type { SourceImage } from '../model/source-image.ts';
import { createEditor } from '../editor.ts';
import { EmptyHost } from './testing/empty-host.tsx';
import { EditorLayout } from './editor-layout.tsx';
import { sessionGrid } from './session/session-grid.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import { segmentationOf } from '../testing/example-project.ts';

const [widthPx, heightPx] = [300, 200];

beforeEach(() => page.viewport(1280, 800));

function pngOf(paint: (context: OffscreenCanvasRenderingContext2D) => void): Promise<Blob> {
  const canvas = new OffscreenCanvas(widthPx, heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  paint(context);
  return canvas.convertToBlob();
}

/** Returns an image with a green left third. The rest, its subject, is red. */
const photoFile = () =>
  pngOf((context) => {
    context.fillStyle = '#00ff00';
    context.fillRect(0, 0, 100, heightPx);
    context.fillStyle = '#ff0000';
    context.fillRect(100, 0, 200, heightPx);
  });

async function resultOf(): Promise<ImageSegmentation> {
  const png = await pngOf((context) => {
    context.fillStyle = '#ff0000';
    context.fillRect(100, 0, 200, heightPx);
  });
  const data = Uint8ClampedArray.from({ length: widthPx * heightPx }, (_, at) => (at % widthPx < 100 ? 0 : 255));
  return segmentationOf(png, { data, widthPx, heightPx });
}

async function draw(file?: Blob, commands?: readonly Command[]) {
  const photo: SourceImage = { file: file ?? (await photoFile()), name: 'cat.png', url: 'about:blank' };
  const document = createImageDocument(photo);
  const { history } = document;
  const editor = createEditor({ document, segmentation: await resultOf() });
  const i18n = await createI18n('en', ['editor', 'tool', 'errors', 'common'], importWords);
  await render(
    <I18nextProvider i18n={i18n}>
      <EmptyHost {...(commands && { commands })}>
        <div data-slot="session-view" className={`h-dvh ${sessionGrid}`}>
          <EditorLayout editor={editor} />
        </div>
      </EmptyHost>
    </I18nextProvider>,
  );
  const choose = (background: Background) =>
    history.commit(background.kind, { ...history.getState().state, background });
  return { history, choose };
}

const tool = (name: string) => page.getByRole('navigation').getByRole('button', { name });

/** Returns the colour of the canvas `right` px to the right of its centre, which is the centre of the image. */
function seenAt(right: number): string {
  const canvas = document.querySelector<HTMLCanvasElement>('[data-slot=stage] > canvas');
  if (!canvas) return '';
  const { width, height } = canvas;
  const x = width / 2 + right * devicePixelRatio;
  return [...(canvas.getContext('2d')?.getImageData(x, height / 2, 1, 1).data ?? [])].join();
}

const green = '0,255,0,255';
const compare = page.getByRole('button', { name: 'Compare with the original' });

/** Drags the pointer from the centre of an element by `across` and `down` CSS px. */
function drag(element: Element, across: number, down: number): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const send = (type: string, x: number, y: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        isPrimary: true,
        clientX: left + width / 2 + x,
        clientY: top + height / 2 + y,
        bubbles: true,
      }),
    );
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue();
  send('pointerdown', 0, 0);
  send('pointermove', across, down);
  send('pointerup', across, down);
}

test.each(['Refine', 'Crop'])(
  'in %s the outline and the original can be shown, and Compare explains why it is disabled',
  async (name) => {
    await draw();
    await tool(name).click();
    expect(document.querySelector('[data-slot=outline]')).toBeNull();
    await userEvent.keyboard('u');
    await vi.waitFor(() => expect(document.querySelector('[data-slot=outline]')).not.toBeNull());
    expect(seenAt(-100)).not.toBe(green);
    await userEvent.keyboard('{o>}');
    await vi.waitFor(() => expect(seenAt(-100)).toBe(green));
    await userEvent.keyboard('{/o}');
    await vi.waitFor(() => expect(seenAt(-100)).not.toBe(green));
    await expect.element(compare).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('c');
    await expect.element(page.getByText(/^Compare isn’t available while refining or cropping/)).toBeInTheDocument();
    await tool('Shadow & light').click();
    await compare.click();
    await expect.element(page.getByRole('slider', { name: /^Divider/ })).toBeInTheDocument();
  },
);

test.each(['Refine', 'Crop'])('in %s every background is painted behind the subject as in the result', async (name) => {
  const { choose } = await draw();
  const backgrounds = [
    { kind: 'gradient', from: '#102030', to: '#e0d0c0', angleDeg: 90 },
    { kind: 'studio', id: 'window' },
    { kind: 'blur', strength: 40 },
  ];
  const places = [-140, -100, -60];
  const seen = () => places.map((right) => seenAt(right).split(',').map(Number));
  for (const background of backgrounds) {
    await tool('Background').click();
    const before = seenAt(-100);
    choose(background);
    // Waits until the worker has composed the result and written the file.
    await vi.waitFor(() => expect(seenAt(-100)).not.toBe(before));
    await expect.element(page.getByRole('button', { name: /^Download PNG \d/ })).toBeInTheDocument();
    const inResult = seen();
    await tool(name).click();
    await vi.waitFor(() => {
      const differences = seen().flatMap((color, place) =>
        color.map((value, at) => Math.abs(value - (inResult[place]?.[at] ?? NaN))),
      );
      // The worker dithers its result, but the canvas does not.
      expect(Math.max(...differences), background.kind).toBeLessThanOrEqual(8);
    });
  }
});

test('in Refine the background of a cropped result is painted inside the crop only', async () => {
  const { history } = await draw();
  const { state } = history.getState();
  const crop = { centerX: 60, centerY: 100, widthPx: 80, heightPx: 200, angleDeg: 0, mirrored: false };
  const background = { kind: 'gradient', from: '#102030', to: '#e0d0c0', angleDeg: 90 };
  history.commit('gradient', { ...state, crop, background });
  await tool('Refine').click();
  // The crop and its gradient span from 130 to 50 px left of the image’s centre.
  const isNear = (right: number, color: readonly number[]) => {
    const seen = seenAt(right).split(',').map(Number);
    return color.every((value, at) => Math.abs(value - (seen[at] ?? NaN)) < 8);
  };
  await vi.waitFor(() => {
    expect(isNear(-130, [16, 32, 48])).toBe(true);
    expect(isNear(-51, [224, 208, 192])).toBe(true);
    expect(isNear(-132, [16, 32, 48])).toBe(false);
  });
});

test('the subject is moved by dragging and scaled by a corner and by keys, and each change is one step', async () => {
  const { history, choose } = await draw();
  choose({ kind: 'studio', id: 'sweep' });
  await userEvent.keyboard('m');
  const subject = page.getByRole('button', { name: 'Subject; drag to move it' });
  await expect.element(subject).toHaveFocus();
  await expect.element(compare).toHaveAttribute('aria-pressed', 'false');
  const { state: before } = history.getState();

  // The subject is the image's right two thirds. Nothing is close enough to snap to.
  drag(subject.element(), -40, -30);
  expect(history.getState().state.crop).toMatchObject({ centerX: 190, centerY: 130, widthPx: 300, heightPx: 200 });
  await vi.waitFor(() => expect(history.getState().isPreview).toBe(false));
  drag(page.getByRole('button', { name: 'Top left corner' }).element(), 100, 100);
  const { crop, size } = history.getState().state;
  expect(size).toEqual({ widthPx: 300, heightPx: 200 });
  expect(crop?.widthPx).toBeCloseTo(600, 6);
  // The subject's lower right corner, (300, 200) in the image, was at (260, 170) in the crop and stays there in the
  // result.
  expect([crop?.centerX, crop?.centerY]).toEqual([
    expect.closeTo(300 - 520 + 300, 6),
    expect.closeTo(200 - 340 + 200, 6),
  ]);

  subject.element().focus();
  await userEvent.keyboard('{ArrowRight}+');
  await expect.element(page.getByText(/^Subject: 102 × 102 px/)).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(subject).not.toBeInTheDocument();
  for (let step = 0; step < 4; step += 1) history.undo();
  expect(history.getState().state).toEqual(before);
});

test('the subject cannot be moved over a blurred original, and the reason is announced', async () => {
  const { choose } = await draw();
  choose({ kind: 'blur', strength: 40 });
  await userEvent.keyboard('m');
  await expect.element(page.getByText(/^A blurred original moves with the subject/)).toBeInTheDocument();
  expect(document.querySelector('[data-slot=subject-layer]')).toBeNull();
});

test('tooltips of the bar show a button’s name and keys, and a wide window shows names next to the icons', async () => {
  await draw();
  const another = page.getByRole('button', { name: 'Another image' });
  expect(another.element().textContent).toBe('Another image');
  await expect.element(another.getByText('Another image')).toBeVisible();
  await userEvent.hover(compare);
  await expect.element(page.getByRole('tooltip', { name: 'Compare with the original (C)' })).toBeInTheDocument();
  await page.viewport(1024, 800);
  await expect.element(another.getByText('Another image')).not.toBeVisible();
});

test('on a phone with the panel closed, a failure is shown over the image', async () => {
  await page.viewport(390, 800);
  const { choose } = await draw(new Blob(['no photo']));
  await tool('Background').click();
  expect(document.querySelector('[data-slot=editor]')).toBeNull();
  choose({ kind: 'blur', strength: 40 });
  const retry = page.getByRole('region', { name: 'Image' }).getByRole('button', { name: 'Try again' });
  await expect.element(retry).toBeVisible();
});

test('on a phone the panel leaves 45 % of the height to the image, can be pulled up and down, and closes', async () => {
  await page.viewport(390, 844);
  await draw();
  const heightOf = (slot: string) => document.querySelector(`[data-slot=${slot}]`)?.getBoundingClientRect().height ?? 0;
  const sheet = page.getByRole('complementary', { name: 'Background' });
  const handle = page.getByRole('button', { name: 'Panel taller or lower' });
  await vi.waitFor(() => expect(heightOf('stage') + 1).toBeGreaterThan(0.45 * heightOf('session-view')));
  expect(heightOf('editor')).toBeGreaterThanOrEqual(120);
  const half = heightOf('editor');

  drag(handle.element(), 0, -60);
  await expect.element(handle).toHaveAttribute('aria-expanded', 'true');
  expect(heightOf('editor')).toBeGreaterThan(half);
  drag(handle.element(), 0, 60);
  await expect.element(handle).toHaveAttribute('aria-expanded', 'false');
  expect(heightOf('editor')).toBe(half);

  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(handle).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.element(sheet).not.toBeInTheDocument();

  await tool('Background').click();
  await handle.click();
  await expect.element(handle).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Close the panel' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

test('on a phone the panel fades during a stroke, and the image does not move', async () => {
  await page.viewport(390, 844);
  await draw();
  await tool('Refine').click();
  const panel = page.getByRole('complementary', { name: 'Refine' });
  await expect.element(panel).toBeVisible();
  const canvas = document.querySelector<HTMLCanvasElement>('[data-slot=stage] > canvas');
  const layer = document.querySelector('[data-slot=brush-layer]');
  if (!canvas || !layer) throw new Error('there is no stage');
  const redRows = () => {
    const middle = Math.round(canvas.width * 0.7);
    const column = canvas.getContext('2d')?.getImageData(middle, 0, 1, canvas.height).data ?? [];
    const rows = Array.from({ length: canvas.height }, (_, row) => row);
    const red = rows.filter((row) => column[4 * row] === 255 && column[4 * row + 1] === 0);
    return { top: red[0], bottom: red.at(-1), of: canvas.height };
  };
  await vi.waitFor(() => expect(redRows().top).toBeGreaterThan(0));
  const before = redRows();
  const top = panel.element().getBoundingClientRect().top - canvas.getBoundingClientRect().top;
  // The image is centred in the area that the panel does not cover.
  expect(((before.top ?? NaN) + (before.bottom ?? NaN)) / 2 / devicePixelRatio).toBeCloseTo(top / 2, -1);
  expect(canvas.getBoundingClientRect().bottom).toBe(panel.element().getBoundingClientRect().bottom);

  const touch = (type: string, x: number) =>
    layer.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 1,
        pointerType: 'touch',
        isPrimary: true,
        clientX: x,
        clientY: 200,
        bubbles: true,
      }),
    );
  // `setPointerCapture` throws for synthetic events, because no real pointer is active.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined);
  touch('pointerdown', 150);
  touch('pointermove', 250);
  await expect.element(panel).toHaveStyle({ opacity: '0', pointerEvents: 'none' });
  expect(redRows()).toEqual(before);
  touch('pointerup', 250);
  await expect.element(panel).toHaveStyle({ opacity: '1', pointerEvents: 'auto' });
  expect(redRows()).toEqual(before);
  await expect.element(page.getByRole('button', { name: /^Undo: / })).toBeInTheDocument();
});

test('the panel of another tool is scrolled to its top', async () => {
  await page.viewport(390, 844);
  await draw();
  const panel = page.getByRole('complementary', { name: 'Background' }).element();
  panel.scrollTo({ top: 200, behavior: 'instant' });
  expect(panel.scrollTop).toBe(200);
  await tool('Export').click();
  expect(page.getByRole('complementary', { name: 'Export' }).element().scrollTop).toBe(0);
});

test('from a width of 768 px the panel is next to the image and has no handle', async () => {
  await page.viewport(768, 1024);
  await draw();
  const right = document.querySelector('[data-slot=stage]')?.getBoundingClientRect().right;
  expect(document.querySelector('[data-slot=editor]')?.getBoundingClientRect().left).toBe(right);
  await expect.element(page.getByRole('button', { name: 'Panel taller or lower' })).not.toBeInTheDocument();
});

test('a seed click that changes nothing is undone, and a hint is shown', async () => {
  const { history } = await draw();
  const { state } = history.getState();
  const press = { kind: 'seed-click', action: 'fill', x: 250, y: 100 } as const;
  history.commit('fill', { ...state, matte: { ...state.matte, edits: [press] } });
  await expect.element(page.getByText(/Click a hole that belongs to the subject/)).toBeInTheDocument();
  expect(history.getState().state.matte.edits).toEqual([]);
});

test('a command of the host is listed in the menu, runs by its shortcut, and can be undone', async () => {
  const blueBackground = defineCommand({
    id: 'corporate-blue',
    group: 'background',
    label: () => 'Our blue',
    shortcut: { keys: ['Q'], presses: [{ letter: 'q' }] },
    run: ({ editor: { document } }) =>
      document.history.commit('color', {
        ...document.history.getState().state,
        background: { kind: 'color', color: '#0000ff' },
      }),
  });
  const { history } = await draw(undefined, [blueBackground]);
  const background = () => history.getState().state.background;
  const blue = { kind: 'color', color: '#0000ff' };
  await expect.element(tool('Background')).toBeVisible();

  await userEvent.keyboard('q');
  expect(background()).toEqual(blue);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(background()).toEqual({ kind: 'transparent' });

  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Find a command' }).fill('corporate');
  await expect.element(page.getByRole('option')).toHaveTextContent('Our blueQ');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(background()).toEqual(blue));
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('dialog').getByText('Our blue')).toBeVisible();
});

test.each([
  ['from the shortcut', () => userEvent.keyboard('{Control>}s{/Control}')],
  [
    'from the menu',
    async () => {
      await userEvent.keyboard('{Control>}k{/Control}');
      await page.getByRole('combobox').fill('download');
      await userEvent.keyboard('{Enter}');
    },
  ],
  ['from the button', () => page.getByRole('button', { name: /^Download/ }).click()],
])('a failed download %s shows a message', async (_, run) => {
  const { choose } = await draw(new Blob(['no photo']));
  choose({ kind: 'blur', strength: 40 });
  const failure = page.getByRole('button', { name: 'Dismiss' });
  await expect.element(page.getByRole('button', { name: /^Download/ })).toBeVisible();
  expect(failure.elements()).toEqual([]);
  await run();
  await expect.element(failure).toBeVisible();
  await failure.click();
  await vi.waitFor(() => expect(failure.elements()).toEqual([]));
});
