import type { Size } from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';
import {
  clampCamera,
  fitCamera,
  minScale,
  partCamera,
  type Point,
  stepAbove,
  stepBelow,
  type Camera,
  type ViewportSize,
  zoomAt,
} from './view.ts';
import type { CanvasRect } from '../model/canvas-rect.ts';

export interface ViewportState {
  readonly view: Camera;
  /** Size in CSS px. It is 0 until the stage was measured. */
  readonly viewport: ViewportSize;
  /** CSS px at the viewport's lower edge that something covers. Images are fitted and centred above them. */
  readonly coveredPx: number;
  readonly imageSize: Size;
  /**
   * `fit` and `part` are computed again when the viewport changes. `free` keeps the scale and the centre that the user
   * chose.
   */
  readonly mode: 'fit' | 'free' | 'part';
  /** Part of the image that the mode `part` shows, in px of the image. */
  readonly part?: CanvasRect;
}

/**
 * Position of an image in its viewport. Points are in CSS px from the viewport's top left corner. Default: the middle
 * of the uncovered part.
 */
export interface Viewport extends ReadonlyStore<ViewportState> {
  readonly fit: () => void;
  /** Brings a part of the image, in px of the image, into view. It stays in view when the viewport changes. */
  readonly showPart: (part: CanvasRect) => void;
  /** Zooms to 100 %. */
  readonly actualSize: (point?: Point) => void;
  /** Zooms in to the next step of `zoomSteps`. */
  readonly zoomIn: (point?: Point) => void;
  readonly zoomOut: (point?: Point) => void;
  readonly zoomTo: (scale: number, point?: Point) => void;
  readonly zoomBy: (factor: number, point?: Point) => void;
  /** Pans by CSS px. Positive values move the image right and down. */
  readonly panBy: (x: number, y: number) => void;
  /** Sets the size of the image. An image of another size is fitted. */
  readonly setImageSize: (size: Size) => void;
  readonly setViewport: (viewport: ViewportSize) => void;
  readonly setCovered: (coveredPx: number) => void;
}

export interface ViewportOptions {
  /** CSS px that are kept free around a fitted image. */
  readonly padding?: number;
}

const nothing: ViewportState = {
  view: { scale: 1, offsetX: 0, offsetY: 0 },
  viewport: { width: 0, height: 0 },
  coveredPx: 0,
  imageSize: { widthPx: 1, heightPx: 1 },
  mode: 'fit',
};

/** Creates the store of an image's position in its stage. Stages that share one store move together. */
export function createViewport({ padding = 0 }: ViewportOptions = {}): Viewport {
  const { setState, ...store } = createStore(() => nothing);
  const { getState } = store;

  function set(next: ViewportState): void {
    const view = cameraOf(next);
    const before = getState();
    if (
      next.mode === before.mode &&
      next.part === before.part &&
      next.viewport === before.viewport &&
      next.coveredPx === before.coveredPx &&
      next.imageSize === before.imageSize
    ) {
      const { scale, offsetX, offsetY } = before.view;
      if (view.scale === scale && view.offsetX === offsetX && view.offsetY === offsetY) return;
    }
    setState({ ...next, view });
  }

  function cameraOf({ mode, part, imageSize, view, ...room }: ViewportState): Camera {
    if (mode === 'part' && part) return partCamera(part, imageSize, uncovered(room), padding);
    if (mode === 'fit') return fitCamera(imageSize, uncovered(room), padding);
    return clampCamera(view, imageSize, uncovered(room));
  }

  /** Resizes the viewport and keeps its centre. */
  function resize(next: ViewportState): void {
    const [before, after] = [uncovered(getState()), uncovered(next)];
    const offsetX = next.view.offsetX + (after.width - before.width) / 2;
    const offsetY = next.view.offsetY + (after.height - before.height) / 2;
    set({ ...next, view: { ...next.view, offsetX, offsetY } });
  }

  function middle(): Point {
    const { width, height } = uncovered(getState());
    return { x: width / 2, y: height / 2 };
  }

  function zoomBy(factor: number, point = middle()): void {
    const { view, imageSize } = getState();
    const min = minScale(imageSize, uncovered(getState()), padding);
    set({ ...getState(), mode: 'free', view: zoomAt(view, factor, point, min) });
  }

  function zoomTo(scale: number, point?: Point): void {
    zoomBy(scale / getState().view.scale, point);
  }

  return {
    ...store,
    fit: () => set({ ...getState(), mode: 'fit' }),
    showPart: (part) => set({ ...getState(), mode: 'part', part }),
    actualSize: (point) => zoomTo(1, point),
    zoomIn: (point) => zoomTo(stepAbove(getState().view.scale), point),
    zoomOut(point) {
      const { view, imageSize } = getState();
      const below = stepBelow(view.scale);
      // An image that is larger than the smallest step allows has one more step, which shows it whole.
      zoomTo(below < view.scale ? below : minScale(imageSize, uncovered(getState()), padding), point);
    },
    zoomTo,
    zoomBy,
    panBy(x, y) {
      const { view, imageSize } = getState();
      const moved = { ...view, offsetX: view.offsetX + x, offsetY: view.offsetY + y };
      const { offsetX, offsetY } = clampCamera(moved, imageSize, uncovered(getState()));
      // A fitted image that cannot move stays in the mode `fit`.
      if (offsetX === view.offsetX && offsetY === view.offsetY) return;
      set({ ...getState(), mode: 'free', view: moved });
    },
    setImageSize({ widthPx, heightPx }) {
      const { imageSize } = getState();
      if (imageSize.widthPx === widthPx && imageSize.heightPx === heightPx) return;
      set({ ...getState(), imageSize: { widthPx, heightPx }, mode: 'fit' });
    },
    setViewport({ width, height }) {
      const { viewport } = getState();
      if (viewport.width === width && viewport.height === height) return;
      resize({ ...getState(), viewport: { width, height } });
    },
    setCovered(coveredPx) {
      if (getState().coveredPx === coveredPx) return;
      resize({ ...getState(), coveredPx });
    },
  };
}

/** @returns the uncovered part of the viewport. */
export function uncovered({
  viewport: { width, height },
  coveredPx,
}: Pick<ViewportState, 'viewport' | 'coveredPx'>): ViewportSize {
  return { width, height: Math.max(0, height - coveredPx) };
}
