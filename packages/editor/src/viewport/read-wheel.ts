export type WheelIntent =
  | { readonly kind: 'zoom'; readonly factor: number }
  /** Distance in CSS px. Positive values move the image right and down. */
  | { readonly kind: 'pan'; readonly x: number; readonly y: number };

export type WheelLike = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

const linePx = 33;
const pagePx = 600;
/** Zoom exponent per px. One notch of a common mouse, 100 px, zooms by a factor of about 1.2. */
const zoomPerPx = 0.0018;
/** Zoom exponent per px of a pinch. A pinch reports small numbers, and the image must follow the fingers. */
const pinchPerPx = 0.01;
const maxPerEvent = 0.7;
/** Smallest vertical distance of a mouse's notch. A trackpad gesture starts and ends with smaller numbers. */
const minNotchPx = 50;

/**
 * Interprets a wheel event. The event does not say whether it came from a mouse or a trackpad. A mouse reports lines,
 * or large whole numbers of px vertically. A trackpad reports small or fractional numbers, and horizontal ones.
 */
export function readWheel(event: WheelLike): WheelIntent {
  const unit = event.deltaMode === 1 ? linePx : event.deltaMode === 2 ? pagePx : 1;
  const x = event.deltaX * unit;
  const y = event.deltaY * unit;
  const isNotch =
    event.deltaMode !== 0 || (x === 0 && Number.isInteger(event.deltaY) && Math.abs(event.deltaY) >= minNotchPx);
  if (event.ctrlKey || event.metaKey) return zoom(y * (isNotch ? zoomPerPx : pinchPerPx));
  // Some systems turn the wheel sideways while Shift is down. On others this code does it.
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
