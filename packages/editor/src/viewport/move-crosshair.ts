import type { Viewport } from './create-viewport.ts';
import type { Point } from './view.ts';

const step = 2;
const farStep = 20;

/**
 * Moves a crosshair over a stage with the arrow keys, further with Shift. At the viewport's edge the image moves
 * instead.
 * @param from Position of the crosshair, in CSS px of the viewport.
 * @returns the new position; undefined for every other key.
 */
export function moveCrosshair(
  store: Viewport,
  from: Point,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): Point | undefined {
  const arrow = arrows[key];
  if (!arrow) return undefined;
  const { width, height } = store.getState().viewport;
  const by = shiftKey ? farStep : step;
  const [x, y] = [from.x + arrow[0] * by, from.y + arrow[1] * by];
  const inside = { x: clamp(x, width), y: clamp(y, height) };
  if (inside.x !== x || inside.y !== y) store.panBy(inside.x - x, inside.y - y);
  return inside;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}
