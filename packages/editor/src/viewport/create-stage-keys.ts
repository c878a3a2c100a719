import type { Viewport } from './create-viewport.ts';
import { isStageControl } from './is-stage-control.ts';

/** Steps of the arrow keys, in CSS px. */
const panStep = 48;
const fastPanStep = 240;

const zoomKeys: Readonly<Record<string, (store: Viewport) => void>> = {
  '+': (store) => store.zoomIn(),
  '=': (store) => store.zoomIn(),
  '-': (store) => store.zoomOut(),
  '−': (store) => store.zoomOut(),
  '0': (store) => store.fit(),
  '1': (store) => store.actualSize(),
};

/** Direction in which the image moves for each arrow key. It is opposite to the key, because the key moves the viewport. */
const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Creates the handler of the keys that zoom and pan while the focus is in the stage. */
export function createStageKeys(root: HTMLElement, store: Viewport, onZoom: () => void) {
  return (event: KeyboardEvent): void => {
    const { target } = event;
    if (!(target instanceof Element) || !root.contains(target) || isStageControl(target, root)) return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = event.shiftKey ? fastPanStep : panStep;
    const zoom = zoomKeys[event.key];
    const [x, y] = arrows[event.key] ?? [0, 0];
    if (!zoom && x === 0 && y === 0) return;
    event.preventDefault();
    store.panBy(x * step, y * step);
    if (!zoom) return;
    zoom(store);
    onZoom();
  };
}
