import type { Viewport } from './create-viewport.ts';
import type { Point } from './view.ts';

interface SafariGestureEvent extends UIEvent {
  readonly scale: number;
  readonly clientX: number;
  readonly clientY: number;
}

interface SafariPinchOptions {
  readonly place: (event: SafariGestureEvent) => Point;
  /** Returns true while a finger is on the stage. Pointer events then report the pinch. */
  readonly isTouched: () => boolean;
  readonly listen: { readonly signal: AbortSignal };
}

/**
 * Zooms by Safari's own pinch events. On a Mac they report a trackpad's pinch; on a phone Safari sends them in addition
 * to pointer events.
 */
export function bindSafariPinch(
  root: HTMLElement,
  store: Viewport,
  { place, isTouched, listen }: SafariPinchOptions,
): void {
  let last = 1;
  root.addEventListener(
    'gesturestart',
    (event) => {
      event.preventDefault();
      last = 1;
    },
    listen,
  );
  root.addEventListener(
    'gesturechange',
    (event) => {
      event.preventDefault();
      if (isTouched()) return;
      const gesture = event as SafariGestureEvent;
      store.zoomBy(gesture.scale / last, place(gesture));
      last = gesture.scale;
    },
    listen,
  );
}
