import { uncovered, type Viewport } from './create-viewport.ts';
import { bindSafariPinch } from './bind-safari-pinch.ts';
import { createPanKey } from './create-pan-key.ts';
import { createStagePointers, type StageInteraction } from './create-stage-pointers.ts';
import { readWheel } from './read-wheel.ts';
import { createStageKeys } from './create-stage-keys.ts';
import { canPan, type Point } from './view.ts';

/** State of the pan tool, shown as the cursor. Other tools ignore the pointer unless it is `away`. */
export type PanState = 'away' | 'ready' | 'dragging';

export interface StageGestureOptions {
  readonly store: Viewport;
  readonly interaction: () => StageInteraction;
  readonly onPanState: (state: PanState) => void;
  /** Called after a key changed the scale. Changes by a pointer are not reported, because the visitor watches them. */
  readonly onKeyZoom: () => void;
}

/**
 * Binds wheel, pointers and keys to a stage:
 *
 * - A mouse's wheel zooms at the pointer, as do Ctrl or Cmd with any wheel and a trackpad's pinch. Two fingers on a
 *   trackpad, and Shift with a wheel, pan. If the image cannot move, these events are left to the page. If the page
 *   continues below the stage (`data-layout=panel` around it), only Ctrl, Cmd and the pinch are handled until the stage
 *   contains the focus.
 * - A pointer pans by Space and drag, by the middle button and, in `pan`, by drag alone. Two fingers on a touch screen
 *   always pan and zoom: a tool that had received the first one is sent its `pointercancel`.
 * - In `pan`, a double click or tap switches between the whole image and 100 %.
 * - Keys, while the focus is in the stage, unless a tool there prevents them: + and −, 0 for the whole image, 1 for
 *   100 %, arrows to pan (with Shift by a larger step).
 *
 * A control over the stage (button, field, link, or marked `data-stage-control`) receives its pointers itself.
 *
 * @returns removes all listeners.
 */
export function bindStageGestures(root: HTMLElement, options: StageGestureOptions): () => void {
  const { store, interaction, onPanState, onKeyZoom } = options;
  const controller = new AbortController();
  const inLongerPage = root.closest('[data-layout=panel]') !== null;

  const place = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = root.getBoundingClientRect();
    return { x: clientX - left - root.clientLeft, y: clientY - top - root.clientTop };
  };
  const canMove = () => {
    const { view, imageSize } = store.getState();
    return canPan(view, imageSize, uncovered(store.getState()));
  };
  const reportPanState = () => onPanState(pointers.isDragging() ? 'dragging' : panKey.isHeld() ? 'ready' : 'away');
  const panKey = createPanKey(root, reportPanState);
  const pointers = createStagePointers({
    root,
    store,
    interaction,
    place,
    isPanKeyHeld: panKey.isHeld,
    onChange: reportPanState,
  });

  function onWheel(event: WheelEvent): void {
    if (inLongerPage && !event.ctrlKey && !event.metaKey && !root.contains(document.activeElement)) return;
    const wheel = readWheel(event);
    if (wheel.kind === 'pan' && !canMove()) return;
    event.preventDefault();
    if (wheel.kind === 'zoom') store.zoomBy(wheel.factor, place(event));
    else store.panBy(wheel.x, wheel.y);
  }

  const listen = { signal: controller.signal };
  // In the capture phase, before any layer over the image, which would otherwise receive the stage's events.
  const first = { ...listen, capture: true };
  root.addEventListener('pointerdown', pointers.onDown, first);
  window.addEventListener('pointermove', pointers.onMove, first);
  window.addEventListener('pointerup', pointers.onEnd, first);
  window.addEventListener('pointercancel', pointers.onEnd, first);
  root.addEventListener('pointerenter', panKey.onEnter, listen);
  root.addEventListener('pointerleave', panKey.onLeave, listen);
  root.addEventListener('wheel', onWheel, { ...listen, passive: false });
  // In the bubble phase, after the layers over the image, whose tools may use a key themselves.
  document.addEventListener('keydown', createStageKeys(root, store, onKeyZoom), listen);
  document.addEventListener('keydown', panKey.onKey, first);
  document.addEventListener('keyup', panKey.onKey, first);
  document.addEventListener('pointerdown', panKey.onPointerDown, first);
  window.addEventListener('blur', panKey.release, listen);
  // The default action of the middle button is the browser's own scrolling.
  root.addEventListener('mousedown', (event) => event.button === 1 && event.preventDefault(), listen);
  bindSafariPinch(root, store, { place, isTouched: pointers.isTouched, listen });
  return () => controller.abort();
}
