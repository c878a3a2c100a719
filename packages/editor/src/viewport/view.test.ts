import { expect, test } from 'vitest';

import {
  canPan,
  clampCamera,
  fitCamera,
  minScale,
  stepAbove,
  stepBelow,
  toImage,
  toScreen,
  visibleRect,
  zoomAt,
} from './view.ts';

const photo = { widthPx: 4000, heightPx: 3000 };
const viewport = { width: 1000, height: 800 };

test('fits a large image into the middle of the viewport, with padding around it', () => {
  expect(fitCamera(photo, viewport)).toEqual({ scale: 0.25, offsetX: 0, offsetY: 25 });
  expect(fitCamera(photo, viewport, 100)).toEqual({ scale: 0.2, offsetX: 100, offsetY: 100 });
});

test('does not enlarge a small image, and returns a scale of 1 for a viewport without size', () => {
  expect(fitCamera({ widthPx: 100, heightPx: 50 }, viewport)).toEqual({ scale: 1, offsetX: 450, offsetY: 375 });
  expect(fitCamera(photo, { width: 0, height: 0 }).scale).toBe(1);
});

test('the smallest scale is 10 %, or less if the whole image needs it', () => {
  expect(minScale(photo, viewport)).toBe(0.1);
  expect(minScale({ widthPx: 20_000, heightPx: 100 }, viewport)).toBe(0.05);
});

test('zooming keeps the point under the pointer in place', () => {
  const view = { scale: 0.5, offsetX: -120, offsetY: -80 };
  const pointer = { x: 333, y: 444 };
  const zoomed = zoomAt(view, 1.7, pointer);
  expect(zoomed.scale).toBeCloseTo(0.85, 12);
  const [before, after] = [toImage(view, pointer), toImage(zoomed, pointer)];
  expect(after.x).toBeCloseTo(before.x, 9);
  expect(after.y).toBeCloseTo(before.y, 9);
});

test('limits zooming to 10 % and 800 %', () => {
  const view = { scale: 1, offsetX: 0, offsetY: 0 };
  const corner = { x: 0, y: 0 };
  expect(zoomAt(view, 100, corner).scale).toBe(8);
  expect(zoomAt(view, 0.001, corner).scale).toBe(0.1);
  expect(zoomAt(view, 0.001, corner, 0.04).scale).toBe(0.04);
});

test('stepAbove and stepBelow return the neighbouring zoom steps, also from a scale between steps', () => {
  const climbed = [];
  for (let scale = 0.05; scale < 8;) climbed.push((scale = stepAbove(scale)));
  const percent = [10, 12.5, 16.7, 25, 33, 50, 67, 100, 150, 200, 300, 400, 600, 800];
  expect(climbed).toHaveLength(percent.length);
  for (const [at, value] of percent.entries()) expect(Math.abs((climbed[at] ?? 0) * 100 - value)).toBeLessThan(0.5);
  expect([stepAbove(0.42), stepBelow(0.42)]).toEqual([0.5, 1 / 3]);
  expect([stepAbove(8), stepBelow(0.1)]).toEqual([8, 0.1]);
  // A typed 33.3 % counts as the step at one third, and not as just below it.
  expect(stepAbove(0.333)).toBe(0.5);
});

test('centres an image that is smaller than the viewport, and keeps a larger one in sight', () => {
  const small = { scale: 0.1, offsetX: 900, offsetY: -900 };
  expect(clampCamera(small, photo, viewport)).toEqual({ scale: 0.1, offsetX: 300, offsetY: 250 });
  const lost = clampCamera({ scale: 1, offsetX: 99_999, offsetY: -99_999 }, photo, viewport);
  // A third of the viewport may be empty.
  expect(lost.offsetX).toBeCloseTo(1000 / 3, 9);
  expect(lost.offsetY).toBeCloseTo(800 - 3000 - 800 / 3, 9);
});

test('an image that is entirely visible cannot be panned', () => {
  expect(canPan(fitCamera(photo, viewport), photo, viewport)).toBe(false);
  expect(canPan({ scale: 0.26, offsetX: 0, offsetY: 0 }, photo, viewport)).toBe(true);
});

test('toImage and toScreen are inverse to each other', () => {
  const view = { scale: 2, offsetX: 10, offsetY: -30 };
  expect(toImage(view, { x: 110, y: 70 })).toEqual({ x: 50, y: 50 });
  expect(toScreen(view, { x: 50, y: 50 })).toEqual({ x: 110, y: 70 });
});

test('the visible rectangle is cut off at the image’s edges', () => {
  expect(visibleRect({ scale: 1, offsetX: -200, offsetY: 100 }, photo, viewport)).toEqual({
    x: 200,
    y: 0,
    width: 1000,
    height: 700,
  });
  expect(visibleRect({ scale: 1, offsetX: 2000, offsetY: 0 }, photo, viewport)).toMatchObject({ width: 0 });
});
