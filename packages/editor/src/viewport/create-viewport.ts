import {
  clampCamera,
  fitCamera,
  minScale,
  type ImageSize,
  type Point,
  stepAbove,
  stepBelow,
  type Camera,
  type ViewportSize,
  zoomAt,
} from './view.ts';

export interface ViewportSnapshot {
  readonly view: Camera;
  /** In CSS px; without size until the stage was measured. */
  readonly viewport: ViewportSize;
  readonly picture: ImageSize;
  /** `fit` follows the viewport; `free` stays as a hand left it. */
  readonly mode: 'fit' | 'free';
}

/** Points are CSS px from the viewport's left top corner; where none is given, its middle is meant. */
export interface Viewport {
  readonly subscribe: (listener: () => void) => () => void;
  readonly getSnapshot: () => ViewportSnapshot;
  readonly fit: () => void;
  /** 100 %. */
  readonly actualSize: (point?: Point) => void;
  /** To the next step of `zoomSteps`. */
  readonly zoomIn: (point?: Point) => void;
  readonly zoomOut: (point?: Point) => void;
  readonly zoomTo: (scale: number, point?: Point) => void;
  readonly zoomBy: (factor: number, point?: Point) => void;
  /** In CSS px; positive moves the picture right and down. */
  readonly panBy: (x: number, y: number) => void;
  /** Another size is another picture: it is fitted. */
  readonly setPicture: (picture: ImageSize) => void;
  readonly setViewport: (viewport: ViewportSize) => void;
}

export interface ViewportOptions {
  /** CSS px kept free round a fitted picture. */
  readonly padding?: number;
}

const nothing: ViewportSnapshot = {
  view: { scale: 1, offsetX: 0, offsetY: 0 },
  viewport: { width: 0, height: 0 },
  picture: { widthPx: 1, heightPx: 1 },
  mode: 'fit',
};

/** Where a picture is in its stage; several may look at one store, and then move together. */
export function createViewport({ padding = 0 }: ViewportOptions = {}): Viewport {
  const listeners = new Set<() => void>();
  let snapshot = nothing;

  function set(next: ViewportSnapshot): void {
    const view =
      next.mode === 'fit'
        ? fitCamera(next.picture, next.viewport, padding)
        : clampCamera(next.view, next.picture, next.viewport);
    if (next.mode === snapshot.mode && next.viewport === snapshot.viewport && next.picture === snapshot.picture) {
      const { scale, offsetX, offsetY } = snapshot.view;
      if (view.scale === scale && view.offsetX === offsetX && view.offsetY === offsetY) return;
    }
    snapshot = { ...next, view };
    for (const listener of listeners) listener();
  }

  function middle(): Point {
    return { x: snapshot.viewport.width / 2, y: snapshot.viewport.height / 2 };
  }

  function zoomBy(factor: number, point = middle()): void {
    const { view, picture, viewport } = snapshot;
    const least = minScale(picture, viewport, padding);
    set({ ...snapshot, mode: 'free', view: zoomAt(view, factor, point, least) });
  }

  function zoomTo(scale: number, point?: Point): void {
    zoomBy(scale / snapshot.view.scale, point);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    fit: () => set({ ...snapshot, mode: 'fit' }),
    actualSize: (point) => zoomTo(1, point),
    zoomIn: (point) => zoomTo(stepAbove(snapshot.view.scale), point),
    zoomOut(point) {
      const { view, picture, viewport } = snapshot;
      const below = stepBelow(view.scale);
      // Of a picture that is larger than its steps reach, the whole is the last one.
      zoomTo(below < view.scale ? below : minScale(picture, viewport, padding), point);
    },
    zoomTo,
    zoomBy,
    panBy(x, y) {
      const { view } = snapshot;
      const moved = { ...view, offsetX: view.offsetX + x, offsetY: view.offsetY + y };
      const { offsetX, offsetY } = clampCamera(moved, snapshot.picture, snapshot.viewport);
      // A picture that cannot move stays fitted.
      if (offsetX === view.offsetX && offsetY === view.offsetY) return;
      set({ ...snapshot, mode: 'free', view: moved });
    },
    setPicture({ widthPx, heightPx }) {
      const { picture } = snapshot;
      if (picture.widthPx === widthPx && picture.heightPx === heightPx) return;
      set({ ...snapshot, picture: { widthPx, heightPx }, mode: 'fit' });
    },
    setViewport({ width, height }) {
      const { viewport, view } = snapshot;
      if (viewport.width === width && viewport.height === height) return;
      // What was in the middle stays there.
      const offsetX = view.offsetX + (width - viewport.width) / 2;
      const offsetY = view.offsetY + (height - viewport.height) / 2;
      set({ ...snapshot, viewport: { width, height }, view: { ...view, offsetX, offsetY } });
    },
  };
}
