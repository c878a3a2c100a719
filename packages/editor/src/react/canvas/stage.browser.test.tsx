import { createI18n } from '@isola/i18n';
import { importWords } from '@isola/i18n/import-words';
import '../../testing/styles.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import type { StageInteraction } from '../../viewport/create-stage-pointers.ts';
import type { PaintStage, StageScene } from '../../viewport/create-stage-painter.ts';
import { createViewport } from '../../viewport/create-viewport.ts';
import { Stage } from './stage.tsx';
import { toImage } from '../../viewport/view.ts';

const photo = { widthPx: 1600, heightPx: 1200 };

interface Setup {
  /** Layout of the page around the stage. */
  layout?: 'page' | 'panel';
  interaction?: StageInteraction;
  paint?: PaintStage;
  children?: ReactNode;
}

/** Renders a stage of 400 × 300 CSS px, into which the picture fits at 25 %. */
async function draw({ layout = 'page', interaction = 'pan', paint = () => undefined, children }: Setup = {}) {
  const store = createViewport();
  const i18n = await createI18n('en', ['editor'], importWords);
  const stage = (paint: PaintStage) => (
    <I18nextProvider i18n={i18n}>
      <div data-layout={layout} style={{ width: 400, height: 300, margin: 20 }}>
        <Stage
          imageSize={photo}
          store={store}
          paint={paint}
          label="Picture"
          interaction={interaction}
          className="size-full"
        >
          {children}
        </Stage>
      </div>
    </I18nextProvider>
  );
  const { rerender } = await render(stage(paint));
  const element = document.querySelector<HTMLElement>('[data-slot=stage]');
  if (!element) throw new Error('no stage');
  await vi.waitFor(() => expect(store.getState().viewport).toEqual({ width: 400, height: 300 }));
  return { store, element, repaintWith: (next: PaintStage) => rerender(stage(next)) };
}

/** Returns the client coordinates of a point in the stage. */
function client(element: HTMLElement, x: number, y: number) {
  const { left, top } = element.getBoundingClientRect();
  return { clientX: left + x, clientY: top + y };
}

function point(element: HTMLElement, type: string, x: number, y: number, init: PointerEventInit = {}) {
  const target = document.elementFromPoint(client(element, x, y).clientX, client(element, x, y).clientY) ?? element;
  const event = { bubbles: true, cancelable: true, pointerId: 1, pointerType: 'mouse', ...client(element, x, y) };
  target.dispatchEvent(new PointerEvent(type, { ...event, ...init }));
}

function drag(element: HTMLElement, [fromX, fromY]: number[], [toX, toY]: number[], init: PointerEventInit = {}) {
  point(element, 'pointerdown', fromX ?? 0, fromY ?? 0, { buttons: 1, ...init });
  point(element, 'pointermove', ((fromX ?? 0) + (toX ?? 0)) / 2, ((fromY ?? 0) + (toY ?? 0)) / 2, init);
  point(element, 'pointermove', toX ?? 0, toY ?? 0, init);
  point(element, 'pointerup', toX ?? 0, toY ?? 0, init);
}

function wheel(element: HTMLElement, init: WheelEventInit) {
  const event = new WheelEvent('wheel', { bubbles: true, cancelable: true, ...client(element, 100, 50), ...init });
  element.dispatchEvent(event);
  return event;
}

const touch = (pointerId: number) => ({ pointerId, pointerType: 'touch' });

test('the canvas has one px per device px, and is painted in px of the picture', async () => {
  const seen: { scene: StageScene; transform: DOMMatrix }[] = [];
  const { element } = await draw({
    paint: (context, scene) => seen.push({ scene, transform: context.getTransform() }),
  });
  await vi.waitFor(() => expect(seen.length).toBeGreaterThan(0));
  const canvas = element.querySelector('canvas');
  expect([canvas?.width, canvas?.height]).toEqual([400 * devicePixelRatio, 300 * devicePixelRatio]);
  const last = seen.at(-1);
  expect(last?.scene).toMatchObject({
    view: { scale: 0.25, offsetX: 0, offsetY: 0 },
    visible: { x: 0, y: 0, width: 1600, height: 1200 },
    ratio: devicePixelRatio,
  });
  expect(last?.transform.a).toBe(0.25 * devicePixelRatio);
});

test('the stage paints only after a change, and paints a moved view once more when it rests', async () => {
  const scenes: StageScene[] = [];
  const first = vi.fn<PaintStage>((_, scene) => scenes.push(scene));
  const { store, repaintWith } = await draw({ paint: first });
  await vi.waitFor(() => expect(scenes.at(-1)?.moving).toBe(false));
  const before = first.mock.calls.length;
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
  expect(first).toHaveBeenCalledTimes(before);
  store.zoomTo(1);
  store.panBy(5, 5);
  await vi.waitFor(() => expect(scenes.length).toBeGreaterThan(before + 1));
  expect(scenes.slice(before).map(({ moving }) => moving)).toEqual([true, false]);
  const second = vi.fn<PaintStage>();
  await repaintWith(second);
  await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
});

test('at 100 % the picture is aligned to whole device px', async () => {
  const scenes: StageScene[] = [];
  const { store } = await draw({ paint: (_, scene) => scenes.push(scene) });
  store.zoomTo(1);
  store.panBy(0.3, 0.4);
  await vi.waitFor(() => expect(scenes.at(-1)).toMatchObject({ moving: false, view: { scale: 1 } }));
  const { view, ratio } = scenes.at(-1) ?? {};
  expect(((view?.offsetX ?? 0.5) * (ratio ?? 0.5)) % 1).toBeCloseTo(0, 9);
});

test('the mouse wheel zooms at the pointer; two fingers on a trackpad pan and pinch', async () => {
  const { store, element } = await draw();
  const at = { x: 100, y: 50 };
  const before = toImage(store.getState().view, at);
  // Zooms in far, because a picture smaller than the stage is centred, which moves the point under the pointer.
  for (let turn = 0; turn < 8; turn += 1) wheel(element, { deltaY: -100 });
  expect(store.getState().view.scale).toBeCloseTo(0.25 * Math.exp(0.18 * 8), 9);
  const after = toImage(store.getState().view, at);
  expect(Math.abs(after.x - before.x) + Math.abs(after.y - before.y)).toBeLessThan(1e-6);
  const { view } = store.getState();
  expect(wheel(element, { deltaX: 12, deltaY: 7.5 }).defaultPrevented).toBe(true);
  expect(store.getState().view).toEqual({ ...view, offsetX: view.offsetX - 12, offsetY: view.offsetY - 7.5 });
  wheel(element, { deltaY: -10, ctrlKey: true });
  expect(store.getState().view.scale).toBeCloseTo(view.scale * Math.exp(0.1), 9);
});

test('in a scrollable page the wheel scrolls the page, unless Ctrl is held or the picture was pressed', async () => {
  const { store, element } = await draw({ layout: 'panel' });
  const { scale } = store.getState().view;
  expect(wheel(element, { deltaY: -100 }).defaultPrevented).toBe(false);
  expect(store.getState().view.scale).toBe(scale);
  expect(wheel(element, { deltaY: -100, ctrlKey: true }).defaultPrevented).toBe(true);
  const larger = store.getState().view.scale;
  expect(larger).toBeGreaterThan(scale);
  point(element, 'pointerdown', 50, 50);
  point(element, 'pointerup', 50, 50);
  expect(wheel(element, { deltaY: -100 }).defaultPrevented).toBe(true);
  expect(store.getState().view.scale).toBeGreaterThan(larger);
});

test('two fingers on a trackpad scroll the page while the whole picture is visible', async () => {
  const { store, element } = await draw();
  expect(wheel(element, { deltaX: 3, deltaY: 7.5 }).defaultPrevented).toBe(false);
  expect(store.getState().mode).toBe('fit');
});

test('dragging pans only a picture that is larger than the stage', async () => {
  const { store, element } = await draw();
  drag(element, [100, 100], [160, 130]);
  expect(store.getState().mode).toBe('fit');
  await expect.element(page.getByRole('region', { name: 'Picture' })).toHaveAttribute('data-movable', 'false');
  store.zoomTo(1);
  const { view } = store.getState();
  drag(element, [100, 100], [160, 130]);
  expect(store.getState().view).toEqual({ ...view, offsetX: view.offsetX + 60, offsetY: view.offsetY + 30 });
});

test('a real mouse zooms by the wheel and fits by a double click', { tags: ['long'] }, async () => {
  const { store, element } = await draw();
  await userEvent.wheel(element, { delta: { y: -300 } });
  await vi.waitFor(() => expect(store.getState().view.scale).toBeGreaterThan(0.3));
  await userEvent.dblClick(element);
  expect(store.getState().mode).toBe('fit');
});

test('a finger scrolls the page only while the whole picture is visible', async () => {
  const { store, element } = await draw();
  expect(getComputedStyle(element).touchAction).toBe('pan-y');
  store.zoomTo(1);
  await vi.waitFor(() => expect(getComputedStyle(element).touchAction).toBe('none'));
});

test('a tool receives the pointer, except with Space or the middle button', async () => {
  const tool = vi.fn();
  const { store, element } = await draw({
    interaction: 'tool',
    children: <div data-testid="tool" className="absolute inset-0" onPointerDown={tool} />,
  });
  store.zoomTo(1);
  const { view } = store.getState();
  drag(element, [100, 100], [150, 100]);
  expect(tool).toHaveBeenCalledOnce();
  expect(store.getState().view).toBe(view);
  drag(element, [100, 100], [150, 100], { button: 1 });
  expect(store.getState().view.offsetX).toBe(view.offsetX + 50);
  element.focus();
  await userEvent.keyboard('{ >}');
  await expect.element(page.getByRole('region', { name: 'Picture' })).toHaveAttribute('data-hand', 'ready');
  drag(element, [150, 100], [120, 100]);
  expect(store.getState().view.offsetX).toBe(view.offsetX + 20);
  await userEvent.keyboard('{/ }');
  await expect.element(page.getByRole('region', { name: 'Picture' })).toHaveAttribute('data-hand', 'away');
  expect(tool).toHaveBeenCalledOnce();
});

test('a second finger cancels the tool’s pointer, and both fingers pan and zoom', async () => {
  const seen: string[] = [];
  const note = ({ type }: { type: string }) => seen.push(type);
  const { store, element } = await draw({
    interaction: 'tool',
    children: (
      <div
        className="absolute inset-0"
        onPointerDown={note}
        onPointerMove={note}
        onPointerUp={note}
        onPointerCancel={note}
      />
    ),
  });
  point(element, 'pointerdown', 100, 150, touch(1));
  point(element, 'pointermove', 110, 150, touch(1));
  point(element, 'pointerdown', 310, 150, touch(2));
  point(element, 'pointermove', 60, 150, touch(1));
  point(element, 'pointermove', 360, 150, touch(2));
  // The distance of the fingers grows from 200 to 300 px about the same centre.
  expect(store.getState().view.scale).toBeCloseTo(0.375, 9);
  point(element, 'pointerup', 360, 150, touch(2));
  point(element, 'pointermove', 80, 150, touch(1));
  point(element, 'pointerup', 80, 150, touch(1));
  expect(seen).toEqual(['pointerdown', 'pointermove', 'pointercancel']);
  point(element, 'pointerdown', 100, 150, touch(3));
  expect(seen.at(-1)).toBe('pointerdown');
});

test('a pinch with real touch input zooms', async () => {
  const { store, element } = await draw();
  const frame = window.frameElement?.getBoundingClientRect();
  const { left, top } = element.getBoundingClientRect();
  const finger = (id: number, x: number, y: number) => ({
    id,
    x: (frame?.left ?? 0) + left + x,
    y: (frame?.top ?? 0) + top + y,
  });
  const send = (type: string, touchPoints: unknown[]) =>
    (cdp() as unknown as { send: (method: string, params: unknown) => Promise<void> }).send(
      'Input.dispatchTouchEvent',
      {
        type,
        touchPoints,
      },
    );
  await send('touchStart', [finger(0, 150, 150), finger(1, 250, 150)]);
  await send('touchMove', [finger(0, 100, 150), finger(1, 300, 150)]);
  await send('touchEnd', []);
  await vi.waitFor(() => expect(store.getState().view.scale).toBeCloseTo(0.5, 2));
});

test('a double tap zooms to 100 % at the tapped point, and the next one fits the picture', async () => {
  const { store, element } = await draw();
  const tap = (x: number) => {
    point(element, 'pointerdown', x, 150, touch(1));
    point(element, 'pointerup', x, 150, touch(1));
  };
  tap(100);
  tap(102);
  expect(store.getState()).toMatchObject({ mode: 'free', view: { scale: 1 } });
  expect(toImage(store.getState().view, { x: 102, y: 150 }).x).toBeCloseTo(408, 6);
  tap(100);
  expect(store.getState().mode).toBe('free');
  tap(300);
  expect(store.getState().mode).toBe('free');
  tap(300);
  expect(store.getState().mode).toBe('fit');
});

test('a control over the stage receives its pointer events', async () => {
  const { store, element } = await draw({
    children: (
      <button type="button" aria-label="Handle" style={{ position: 'absolute', inset: 0, width: 80, height: 80 }} />
    ),
  });
  store.zoomTo(1);
  const { view } = store.getState();
  drag(element, [40, 40], [90, 40]);
  expect(store.getState().view).toBe(view);
});

test('keys zoom and pan the focused stage, and the scale is announced', async () => {
  const { store, element } = await draw();
  element.focus();
  await userEvent.keyboard('1');
  const { view } = store.getState();
  expect(view.scale).toBe(1);
  await expect.element(page.getByRole('status')).toHaveTextContent('100%');
  await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowUp}{/Shift}');
  expect(store.getState().view).toEqual({ ...view, offsetX: view.offsetX - 48, offsetY: view.offsetY + 240 });
  await userEvent.keyboard('+');
  expect(store.getState().view.scale).toBe(1.5);
  await userEvent.keyboard('--');
  expect(store.getState().view.scale).toBeCloseTo(2 / 3, 9);
  await userEvent.keyboard('0');
  expect(store.getState().mode).toBe('fit');
});

/** Tool that handles the key 1. */
function Tool() {
  const props = { onKeyDown: (event: KeyboardEvent) => event.key === '1' && event.preventDefault() };
  return <div role="application" aria-label="Tool" tabIndex={-1} {...props} />;
}

test('keys that a tool does not handle reach the stage, but keys in a control do not', async () => {
  const { store } = await draw({
    interaction: 'tool',
    children: (
      <>
        <Tool />
        <input aria-label="Divider" type="range" />
      </>
    ),
  });
  page.getByRole('application').element().focus();
  await userEvent.keyboard('1');
  expect(store.getState().mode).toBe('fit');
  await userEvent.keyboard('+');
  expect(store.getState().view.scale).toBeCloseTo(1 / 3, 9);
  page.getByRole('slider').element().focus();
  await userEvent.keyboard('+');
  expect(store.getState().view.scale).toBeCloseTo(1 / 3, 9);
});

test('Space activates the pan tool after the tool was pressed by a pointer', async () => {
  const { element } = await draw({
    interaction: 'tool',
    children: <div role="application" aria-label="Tool" tabIndex={-1} className="absolute inset-0" />,
  });
  await page.getByRole('application').click();
  expect(document.activeElement).toBe(page.getByRole('application').element());
  await userEvent.keyboard('{x}{ >}');
  await vi.waitFor(() => expect(element.dataset['hand']).toBe('ready'));
  await userEvent.keyboard('{/ }');
});

test('Space presses a focused button outside the stage', async () => {
  const pressed = vi.fn();
  await draw();
  const button = document.body.appendChild(document.createElement('button'));
  button.addEventListener('click', pressed);
  await userEvent.keyboard('{Tab}');
  button.focus();
  await userEvent.keyboard(' ');
  expect(pressed).toHaveBeenCalledOnce();
  button.remove();
});
