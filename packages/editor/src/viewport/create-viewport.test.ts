import { expect, test, vi } from 'vitest';

import { createViewport } from './create-viewport.ts';
import { toImage } from './view.ts';

const photo = { widthPx: 4000, heightPx: 3000 };

function placed() {
  const store = createViewport();
  store.setImageSize(photo);
  store.setViewport({ width: 1000, height: 750 });
  return store;
}

const scaleOf = (store: ReturnType<typeof createViewport>) => store.getState().view.scale;

test('a fitted image follows its viewport', () => {
  const store = placed();
  expect(store.getState()).toMatchObject({ mode: 'fit', view: { scale: 0.25 } });
  store.setViewport({ width: 500, height: 750 });
  expect(store.getState()).toMatchObject({ mode: 'fit', view: { scale: 0.125, offsetX: 0 } });
});

test('a free view keeps its scale and its centre when the viewport changes', () => {
  const store = placed();
  store.zoomTo(1, { x: 200, y: 300 });
  const middleOf = ({ view, viewport: { width, height } } = store.getState()) =>
    toImage(view, { x: width / 2, y: height / 2 });
  const before = middleOf();
  store.setViewport({ width: 600, height: 500 });
  expect(store.getState()).toMatchObject({ mode: 'free', view: { scale: 1 } });
  expect(middleOf()).toEqual(before);
});

test('keeps the padding around a fitted image', () => {
  const store = createViewport({ padding: 100 });
  store.setImageSize(photo);
  store.setViewport({ width: 1000, height: 800 });
  expect(store.getState().view).toEqual({ scale: 0.2, offsetX: 100, offsetY: 100 });
});

test('fits and centres the image above the covered part of the viewport', () => {
  const store = placed();
  store.setCovered(375);
  expect(store.getState()).toMatchObject({ mode: 'fit', view: { scale: 0.125, offsetX: 250, offsetY: 0 } });
  store.actualSize();
  // The middle of the image is in the middle of the free part: (375 − 3000) / 2.
  expect(store.getState().view).toEqual({ scale: 1, offsetX: -1500, offsetY: -1312.5 });
  store.setCovered(0);
  store.fit();
  expect(scaleOf(store)).toBe(0.25);
});

test('showPart brings a part of the image into view and keeps it there when the viewport changes', () => {
  const store = placed();
  store.showPart({ x: 1000, y: 1200, width: 500, height: 400 });
  // The part's height with a margin of 20 % on each side, 560 px, fills the viewport's 750 CSS px.
  const { view } = store.getState();
  expect(view.scale).toBeCloseTo(750 / 560, 12);
  expect(toImage(view, { x: 500, y: 375 })).toEqual({ x: expect.closeTo(1250, 9), y: expect.closeTo(1400, 9) });
  store.setCovered(375);
  expect(scaleOf(store)).toBeCloseTo(375 / 560, 12);
  expect(toImage(store.getState().view, { x: 500, y: 187.5 }).y).toBeCloseTo(1400, 9);
  store.panBy(10, 0);
  store.setCovered(0);
  expect(store.getState()).toMatchObject({ mode: 'free', view: { scale: 375 / 560 } });
});

test('showPart shows a small part at 200 %, and never shows the image smaller than fitted', () => {
  const store = placed();
  store.showPart({ x: 1000, y: 1200, width: 10, height: 10 });
  expect(scaleOf(store)).toBe(2);
  store.showPart({ x: 0, y: 0, width: photo.widthPx, height: photo.heightPx });
  expect(scaleOf(store)).toBe(0.25);
});

test('zoomIn, zoomOut, actualSize and fit change the scale and keep the centre', () => {
  const store = placed();
  store.zoomIn();
  expect(scaleOf(store)).toBeCloseTo(1 / 3, 12);
  store.zoomIn();
  store.zoomOut();
  store.zoomOut();
  expect(store.getState()).toMatchObject({ mode: 'free', view: { scale: 0.25 } });
  store.actualSize();
  // The image's middle is still in the middle: (1000 − 4000) / 2.
  expect(store.getState().view).toEqual({ scale: 1, offsetX: -1500, offsetY: -1125 });
  store.fit();
  expect(store.getState()).toMatchObject({ mode: 'fit', view: { scale: 0.25 } });
});

test('an image too large for 10 % can still be shown whole', () => {
  const store = createViewport();
  store.setImageSize({ widthPx: 20_000, heightPx: 1000 });
  store.setViewport({ width: 1000, height: 750 });
  expect(scaleOf(store)).toBe(0.05);
  store.zoomIn();
  expect(scaleOf(store)).toBe(0.1);
  store.zoomOut();
  expect(scaleOf(store)).toBe(0.05);
});

test('panning a fitted image changes nothing and notifies nobody', () => {
  const store = placed();
  const listener = vi.fn();
  store.subscribe(listener);
  store.panBy(30, 40);
  expect(store.getState().mode).toBe('fit');
  expect(listener).not.toHaveBeenCalled();
  store.zoomTo(1);
  store.panBy(30, 40);
  expect(store.getState().view).toMatchObject({ offsetX: -1470, offsetY: -1085 });
  expect(listener).toHaveBeenCalledTimes(2);
});

test('setPicture fits an image of another size, and changes nothing for the same size', () => {
  const store = placed();
  store.zoomTo(2);
  store.setImageSize({ ...photo });
  expect(scaleOf(store)).toBe(2);
  store.setImageSize({ widthPx: 2000, heightPx: 1500 });
  expect(store.getState()).toMatchObject({ mode: 'fit', view: { scale: 0.5 } });
});
