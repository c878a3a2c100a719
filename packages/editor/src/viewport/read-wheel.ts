export type WheelIntent =
  | { readonly kind: 'zoom'; readonly factor: number }
  /** In CSS px; positive moves the picture right and down. */
  | { readonly kind: 'pan'; readonly x: number; readonly y: number };

export type WheelLike = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const linePx = 33;
const pagePx = 600;
/** One notch of a common mouse, 100 px, is about 1.2 times. */
const zoomPerPx = 0.0018;
/** A pinch comes in small numbers, and the picture shall follow the fingers. */
const pinchPerPx = 0.01;
const maxPerEvent = 0.7;
/** A mouse's notch is larger; fingers start and end slowly. */
const minNotchPx = 50;

/**
 * Interprets a wheel event. No event says whether it came from a mouse or from a trackpad: a mouse reports lines, or large whole px
 * vertically; a trackpad reports small or fractional numbers, and horizontal ones.
 */
export function readWheel(event: WheelLike): WheelIntent {
  const unit = event.deltaMode === 1 ? linePx : event.deltaMode === 2 ? pagePx : 1;
  const x = event.deltaX * unit;
  const y = event.deltaY * unit;
  const isNotch =
    event.deltaMode !== 0 || (x === 0 && Number.isInteger(event.deltaY) && Math.abs(event.deltaY) >= minNotchPx);
  if (event.ctrlKey || event.metaKey) return zoom(y * (isNotch ? zoomPerPx : pinchPerPx));
  // Some systems turn Shift and the wheel to the side themselves, others leave that to us.
  if (event.shiftKey) return x === 0 ? pan(y, 0) : pan(x, 0);
  return isNotch ? zoom(y * zoomPerPx) : pan(x, y);
}

function zoom(by: number): WheelIntent {
  return { kind: 'zoom', factor: Math.exp(-Math.min(maxPerEvent, Math.max(-maxPerEvent, by))) };
}

function pan(x: number, y: number): WheelIntent {
  // The subtraction turns −0 into 0.
  return { kind: 'pan', x: 0 - x, y: 0 - y };
}
