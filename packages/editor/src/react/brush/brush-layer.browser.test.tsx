/** @module-tag long */
import '../../testing/styles.css';
import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { createViewport } from '../../viewport/create-viewport.ts';
import { Stage } from '../canvas/stage.tsx';
import type { Camera } from '../../viewport/view.ts';
import { createImageDocument } from '../../document/image-document.ts';
import type { ObjectClick } from '../../edits/object.ts';
import type { SeedClick } from '../../edits/seed-click.ts';
import type { Stroke } from '../../edits/stroke.ts';
import { BrushLayer } from './brush-layer.tsx';
import { createBrushStore } from '../../brush/create-brush-store.ts';
import type { PaintSources } from '../../brush/paint-sources.ts';

/** An image of twelve megapixels. It fits into the stage of 800 × 600 CSS px at 20 %. */
const photo = { widthPx: 4000, heightPx: 3000 };
const stage = { width: 800, height: 600 };

const red = [200, 50, 20, 255];
const white = [255, 255, 255, 255];
const clear = [0, 0, 0, 0];

const whole = (context: CanvasRenderingContext2D, picture: CanvasImageSource, view: Camera) =>
  context.drawImage(picture, view.offsetX, view.offsetY, photo.widthPx * view.scale, photo.heightPx * view.scale);

/** Paint sources with a red original, a white backdrop and an empty cutout. */
async function redPhoto(): Promise<PaintSources> {
  const canvas = new OffscreenCanvas(photo.widthPx, photo.heightPx);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = `rgb(${red.slice(0, 3).join(' ')})`;
  context.fillRect(0, 0, photo.widthPx, photo.heightPx);
  const original = await createImageBitmap(await canvas.convertToBlob());
  return {
    drawCutout: () => undefined,
    drawOriginal: vi.fn<PaintSources['drawOriginal']>((context, view) => whole(context, original, view)),
    drawBackdrop(context, view) {
      context.fillStyle = '#fff';
      context.fillRect(view.offsetX, view.offsetY, photo.widthPx * view.scale, photo.heightPx * view.scale);
    },
  };
}

async function draw({ takes = true } = {}) {
  const document = createImageDocument({ file: new Blob(), name: '', url: '' });
  const brush = createBrushStore();
  brush.set({ sizePx: 40, hardness: 100 });
  const view = createViewport();
  const paintSources = await redPhoto();
  const { history } = document;
  const take = (edit: Stroke | SeedClick) => {
    const { state } = history.getState();
    if (takes)
      history.commit(edit.action, { ...state, matte: { ...state.matte, edits: [...state.matte.edits, edit] } });
  };
  const onStroke = vi.fn<(stroke: Stroke) => void>(take);
  const onPress = vi.fn<(press: SeedClick) => void>(take);
  const onObject = vi.fn<(click: ObjectClick) => void>();
  const i18n = await createI18n('en', ['editor', 'tool'], importWords);
  const table = (settledEdits: number) => (
    <I18nextProvider i18n={i18n}>
      <div className="fixed top-0 left-0" style={stage}>
        <Stage
          imageSize={photo}
          store={view}
          paint={() => undefined}
          label="Picture"
          interaction="tool"
          className="size-full"
        >
          <BrushLayer
            document={document}
            brush={brush}
            view={view}
            paintSources={paintSources}
            settledEdits={settledEdits}
            onStroke={onStroke}
            onPress={onPress}
            onObject={onObject}
          />
        </Stage>
      </div>
    </I18nextProvider>
  );
  const { rerender } = await render(table(0));
  await vi.waitFor(() => expect(view.getState().viewport.width).toBe(stage.width));
  return {
    brush,
    view,
    history,
    paintSources,
    onStroke,
    onPress,
    onObject,
    settle: (count: number) => rerender(table(count)),
  };
}

const layer = () => page.getByRole('application', { name: 'Painting area' });
const status = () => layer().getByRole('status');

function pixel(canvas: 'done' | 'live', x: number, y: number): number[] {
  const canvases = document.querySelectorAll<HTMLCanvasElement>('[data-slot=brush-layer] > canvas');
  const context = canvases[canvas === 'done' ? 0 : 1]?.getContext('2d');
  return [...(context?.getImageData(x * devicePixelRatio, y * devicePixelRatio, 1, 1).data ?? [])];
}

interface Devtools {
  send: (method: string, params: object) => Promise<unknown>;
}

/** Sends mouse input through the DevTools protocol, so that the browser fires the events of a real pointer. */
async function point(type: 'Pressed' | 'Moved' | 'Released', x: number, y: number, more: object = {}) {
  const { left = 0, top = 0 } = window.frameElement?.getBoundingClientRect() ?? {};
  await (cdp() as Devtools).send('Input.dispatchMouseEvent', {
    type: `mouse${type}`,
    x: left + x,
    y: top + y,
    button: 'left',
    buttons: type === 'Released' ? 0 : 1,
    clickCount: 1,
    ...more,
  });
}

async function paint(points: readonly (readonly [x: number, y: number])[], more: object = {}) {
  const [first = [0, 0] as const] = points;
  const last = points.at(-1) ?? first;
  await point('Pressed', ...first, more);
  for (const each of points.slice(1)) await point('Moved', ...each, more);
  await point('Released', ...last, more);
}

/** Sends touch input through the DevTools protocol. Each point is a finger. */
function touch(type: 'Start' | 'Move' | 'End', ...points: readonly (readonly [x: number, y: number])[]) {
  const { left = 0, top = 0 } = window.frameElement?.getBoundingClientRect() ?? {};
  return (cdp() as Devtools).send('Input.dispatchTouchEvent', {
    type: `touch${type}`,
    touchPoints: points.map(([x, y], id) => ({ x: left + x, y: top + y, id })),
  });
}

beforeEach(() => localStorage.removeItem('brush'));
afterEach(() => localStorage.removeItem('brush'));

test('a drag yields one stroke along the pointer’s path, in px of the image', async () => {
  const { onStroke } = await draw();
  await paint([
    [100, 100],
    [200, 100],
    [300, 150],
    [300, 300],
  ]);
  expect(onStroke).toHaveBeenCalledExactlyOnceWith({
    kind: 'stroke',
    action: 'restore',
    sizePx: 200,
    hardness: 100,
    opacity: 100,
    followsEdges: true,
    // At 20 %, one px of the screen is five px of the image.
    points: [500, 500, 1, 1000, 500, 1, 1500, 750, 1, 1500, 1500, 1],
  });
});

test('the stroke preview is painted synchronously in the pointermove handler', async () => {
  await draw();
  await point('Pressed', 100, 100);
  expect(pixel('live', 100, 100)).toEqual(red);
  const seen: number[][] = [];
  window.addEventListener('pointermove', () => seen.push(pixel('live', 300, 100)), { once: true });
  await point('Moved', 300, 100);
  expect(seen).toEqual([red]);
  expect(pixel('live', 200, 100)).toEqual(red);
  expect(pixel('live', 200, 130)).toEqual(clear);
  await point('Released', 300, 100);
  expect(pixel('live', 200, 100)).toEqual(clear);
  expect(pixel('done', 200, 100)).toEqual(red);
});

test('the original is drawn once per view while the pointer is idle, and not again by strokes', async () => {
  const { paintSources, view } = await draw();
  await vi.waitFor(() => expect(paintSources.drawOriginal).toHaveBeenCalledOnce());
  await paint([
    [100, 100],
    [200, 100],
  ]);
  await paint([
    [100, 200],
    [200, 200],
  ]);
  expect(paintSources.drawOriginal).toHaveBeenCalledOnce();
  for (let step = 0; step < 10; step++) view.zoomBy(1.02);
  await vi.waitFor(() => expect(paintSources.drawOriginal).toHaveBeenCalledTimes(2));
});

test('a half-transparent stroke that crosses itself stays even, while a second stroke over it adds up', async () => {
  const { brush } = await draw();
  brush.set({ opacity: 50 });
  const there = [
    [100, 100],
    [300, 100],
    [100, 100],
  ] as const;
  await paint(there);
  expect(pixel('done', 200, 100)[3]).toBeCloseTo(128, -0.5);
  await paint(there);
  expect(pixel('done', 200, 100)[3]).toBeCloseTo(192, -0.5);
});

test('two quick strokes stay visible until the result contains them, also after undo and redo', async () => {
  const { settle, history } = await draw();
  await paint([
    [100, 100],
    [200, 100],
  ]);
  await paint([
    [100, 300],
    [200, 300],
  ]);
  expect([pixel('done', 150, 100), pixel('done', 150, 300)]).toEqual([red, red]);
  await settle(1);
  expect([pixel('done', 150, 100), pixel('done', 150, 300)]).toEqual([clear, red]);
  await settle(2);
  expect(pixel('done', 150, 300)).toEqual(clear);
  history.undo();
  history.undo();
  history.redo();
  await settle(0);
  expect([pixel('done', 150, 100), pixel('done', 150, 300)]).toEqual([red, clear]);
});

test('erasing paints the backdrop over a restored area', async () => {
  const { brush } = await draw();
  await paint([
    [100, 100],
    [200, 100],
  ]);
  brush.set({ tool: 'erase' });
  await paint([
    [150, 80],
    [150, 120],
  ]);
  expect([pixel('done', 110, 100), pixel('done', 150, 100)]).toEqual([red, white]);
});

test('a painted stroke stays at its place in the image when the view moves', async () => {
  const { view } = await draw();
  await paint([
    [400, 300],
    [400, 301],
  ]);
  view.zoomBy(2, { x: 400, y: 300 });
  view.panBy(100, 50);
  // The canvas is transformed at once and repainted at twice the scale soon after.
  const canvas = document.querySelector<HTMLElement>('[data-slot=brush-layer] > canvas');
  expect(canvas?.style.transform).toContain('scale(2)');
  await vi.waitFor(() => expect(canvas?.style.transform).toBe(''));
  expect([pixel('done', 500, 350), pixel('done', 535, 350), pixel('done', 545, 350)]).toEqual([red, red, clear]);
  expect(pixel('done', 400, 300)).toEqual(clear);
});

test('a stroke keeps its place in the image when the view zooms during the stroke', async () => {
  const { view, onStroke } = await draw();
  await point('Pressed', 400, 300);
  view.zoomBy(2, { x: 400, y: 300 });
  await point('Moved', 500, 300);
  expect([pixel('live', 400, 335), pixel('live', 500, 335)]).toEqual([red, red]);
  await point('Released', 500, 300);
  expect(onStroke.mock.lastCall?.[0]).toMatchObject({ sizePx: 200, points: [2000, 1500, 1, 2250, 1500, 1] });
});

test('Escape cancels the stroke, and the page does not receive the key', async () => {
  const { onStroke } = await draw();
  const heard = vi.fn<() => void>();
  document.addEventListener('keydown', heard, { once: true });
  await point('Pressed', 100, 100);
  await point('Moved', 200, 100);
  await userEvent.keyboard('{Escape}');
  expect(pixel('live', 150, 100)).toEqual(clear);
  await point('Released', 200, 100);
  expect([onStroke.mock.calls.length, heard.mock.calls.length]).toEqual([0, 0]);
  await expect.element(status()).toHaveTextContent('Cancelled');
  document.removeEventListener('keydown', heard);
});

test('a second finger turns the stroke into a pinch', async () => {
  const { onStroke, view } = await draw();
  await touch('Start', [300, 300]);
  await touch('Move', [350, 300]);
  expect(pixel('live', 320, 300)).toEqual(red);
  await expect.element(page.elementLocator(lensElement())).toBeVisible();
  await touch('Start', [350, 300], [500, 300]);
  expect(pixel('live', 320, 300)).toEqual(clear);
  await touch('Move', [250, 300], [600, 300]);
  await touch('End');
  expect(onStroke).not.toHaveBeenCalled();
  expect(view.getState().view.scale).toBeGreaterThan(0.2);
  await touch('Start', [300, 300]);
  await touch('End');
  expect(onStroke).toHaveBeenCalledOnce();
});

test('Shift draws a straight line from where the last stroke ended', async () => {
  const { onStroke } = await draw();
  await paint([
    [100, 100],
    [200, 100],
  ]);
  await paint([[200, 300]], { modifiers: 8 });
  expect(onStroke.mock.lastCall?.[0].points).toEqual([1000, 500, 1, 1000, 1500, 1]);
});

test('the pressure of a pen is recorded in the stroke', async () => {
  const { onStroke } = await draw();
  await point('Pressed', 100, 100, { pointerType: 'pen', force: 0.5 });
  await point('Moved', 300, 100, { pointerType: 'pen', force: 1 });
  await point('Released', 300, 100, { pointerType: 'pen' });
  const [, , first, , , last] = onStroke.mock.lastCall?.[0].points ?? [];
  expect([first, last]).toEqual([0.5, 1]);
});

test('a stroke that is not committed to the document disappears', async () => {
  await draw({ takes: false });
  await paint([
    [100, 100],
    [200, 100],
  ]);
  expect(pixel('done', 150, 100)).toEqual(clear);
});

test('a click on the image yields a seed click, and a click outside it does not', async () => {
  const { brush, view, onPress, onStroke } = await draw();
  brush.set({ tool: 'drop' });
  await paint([[123, 45]]);
  expect(onPress).toHaveBeenCalledExactlyOnceWith({ kind: 'seed-click', action: 'drop', x: 615, y: 225 });
  view.zoomTo(0.1);
  await paint([[10, 10]]);
  expect(onPress).toHaveBeenCalledOnce();
  expect(onStroke).not.toHaveBeenCalled();
});

test('a click with a tool for objects asks for the object there, also by keyboard', async () => {
  const { brush, onObject, onPress } = await draw();
  brush.set({ tool: 'add-object' });
  await paint([[123, 45]]);
  expect(onObject).toHaveBeenCalledExactlyOnceWith({ action: 'add-object', x: 615, y: 225 });
  brush.set({ tool: 'remove-object' });
  layer().element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onObject.mock.lastCall?.[0].action).toBe('remove-object');
  expect(onPress).not.toHaveBeenCalled();
});

test('a drag with a tool for objects draws a box, which Escape discards', async () => {
  const { brush, onObject } = await draw();
  brush.set({ tool: 'add-object' });
  const drawn = () => layer().element().querySelector<HTMLElement>('[data-slot=drawn-box]')?.hidden;
  // The image is shown at 20 %, so one px on the screen is five of the image. The box ends beyond the image's border.
  await paint([
    [500, 400],
    [300, 250],
    [-20, 100],
  ]);
  expect(onObject).toHaveBeenCalledExactlyOnceWith({
    action: 'add-object',
    x: 1250,
    y: 1250,
    box: { x: 0, y: 500, width: 2500, height: 1500 },
  });
  expect(drawn()).toBe(true);

  await point('Pressed', 200, 200);
  await point('Moved', 300, 300);
  await expect.poll(drawn).toBe(false);
  await userEvent.keyboard('{Escape}');
  await expect.poll(drawn).toBe(true);
  await point('Released', 300, 300);
  expect(onObject).toHaveBeenCalledOnce();
});

test('keys draw a box while Space is held, and Enter clicks', async () => {
  const { brush, onObject } = await draw();
  brush.set({ tool: 'remove-object' });
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(layer()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onObject).toHaveBeenCalledExactlyOnceWith({ action: 'remove-object', x: 2000, y: 1500 });
  await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowUp}{/Shift}');
  await expect.element(status()).toHaveTextContent('At 1900 across, 1400 down, in pixels');
  await userEvent.keyboard('[Space>]');
  await expect.element(status()).toHaveTextContent('Drawing a box');
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
  await userEvent.keyboard('[/Space]');
  await expect.element(status()).toHaveTextContent('Pressed');
  const box = { x: 1900, y: 1400, width: 100, height: 100 };
  expect(onObject).toHaveBeenLastCalledWith({ action: 'remove-object', x: 1950, y: 1450, box });
});

test('the keyboard paints: arrows move the crosshair, Space holds the brush down, Enter dabs, and changes are announced', async () => {
  const { onStroke } = await draw();
  // The stage itself is the first tab stop, the layer the second.
  await userEvent.tab();
  await userEvent.tab();
  await expect.element(layer()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  await expect.element(status()).toHaveTextContent('At 2010 across, 1400 down, in pixels');
  await userEvent.keyboard('[Space>]{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  await expect.element(status()).toHaveTextContent('At 2210 across, 1400 down, in pixels');
  expect(pixel('live', 430, 280)).toEqual(red);
  await userEvent.keyboard('[/Space]');
  expect(onStroke.mock.lastCall?.[0].points).toEqual([2010, 1400, 1, 2210, 1400, 1]);
  await expect.element(status()).toHaveTextContent('Stroke painted');
  await userEvent.keyboard('{Enter}');
  expect(onStroke.mock.lastCall?.[0].points).toEqual([2210, 1400, 1]);
});

test('the keyboard crosshair starts in the middle after a touch', async () => {
  await draw();
  await touch('Start', [100, 100]);
  await touch('Move', [150, 100]);
  await touch('End');
  layer().element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(status()).toHaveTextContent('At 2010 across, 1500 down, in pixels');
});

test('the keyboard crosshair starts in the middle while a finger rests on the layer', async () => {
  await draw();
  await touch('Start', [100, 100]);
  await touch('Move', [150, 100]);
  layer().element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(status()).toHaveTextContent('At 2010 across, 1500 down, in pixels');
  await touch('End');
});

test('the keyboard crosshair starts at the mouse', async () => {
  await draw();
  await point('Moved', 100, 200, { buttons: 0, button: 'none' });
  layer().element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(status()).toHaveTextContent('At 510 across, 1000 down, in pixels');
});

test('a small brush is enlarged by the lens in a corner away from the pointer', async () => {
  const { brush } = await draw();
  await point('Moved', 400, 300, { buttons: 0, button: 'none' });
  expect(lensElement().hidden).toBe(true);
  brush.set({ sizePx: 6 });
  await point('Moved', 401, 300, { buttons: 0, button: 'none' });
  expect(lensElement().getBoundingClientRect()).toMatchObject({ left: 12, top: 12, width: 120 });
  await point('Moved', 60, 60, { buttons: 0, button: 'none' });
  expect(lensElement().getBoundingClientRect()).toMatchObject({ left: 668, top: 12 });
});

function lensElement(): HTMLElement {
  const element = document.querySelector<HTMLElement>('[data-slot=brush-lens]');
  if (!element) throw new Error('no lens');
  return element;
}
