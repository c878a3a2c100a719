import { nextClick } from '../../../scripts/quality/next-click.ts';
import type { Size } from '../../../scripts/quality/pixels.ts';

/** Number of directions that a stroke can have. */
const directions = 12;
/** Radii of the brush, in depths of the fault. Where a wide brush does no harm, a person uses one. */
const radii = [1, 1.5, 2.5];
/** Distance between two dabs of a stroke, as a share of the radius. */
const dabStep = 0.5;

interface Stroke {
  /** Indices of the painted pixels. */
  readonly pixels: readonly number[];
  /** Number of pixels that become right, without those that become wrong. */
  readonly gain: number;
}

/**
 * Paints the straight stroke over the thickest fault that corrects most: of several widths and directions, and as long as
 * it gains more than it spoils. A person is hardly better.
 * @param truth one byte per pixel, 1 for the subject.
 * @param result the same; it is changed in place.
 * @returns false when nothing is wrong.
 */
export function paintStroke(truth: Uint8Array, result: Uint8Array, size: Size): boolean {
  const click = nextClick(truth, result, size);
  if (!click) return false;
  const value = Number(click.keep);
  let best: Stroke = { pixels: [], gain: -Infinity };
  for (const radius of radii) {
    for (let turn = 0; turn < directions; turn += 1) {
      const angle = (Math.PI * turn) / directions;
      const stroke = strokeAt(click, radius * click.depthPx, angle, { truth, result, size, value });
      if (stroke.gain > best.gain) best = stroke;
    }
  }
  for (const at of best.pixels) result[at] = value;
  return true;
}

interface Canvas {
  readonly truth: Uint8Array;
  readonly result: Uint8Array;
  readonly size: Size;
  /** Value that the brush paints: 1 restores, 0 erases. */
  readonly value: number;
}

/** Returns a stroke through a place, in both directions as far as each dab gains more than it spoils. */
function strokeAt({ xPx, yPx }: { xPx: number; yPx: number }, radiusPx: number, angle: number, canvas: Canvas): Stroke {
  const painted = new Set<number>();
  let gain = dab(xPx, yPx, radiusPx, canvas, painted);
  const step = Math.max(1, radiusPx * dabStep);
  for (const side of [1, -1]) {
    for (let count = 1; ; count += 1) {
      const [x, y] = [xPx + side * count * step * Math.cos(angle), yPx + side * count * step * Math.sin(angle)];
      const added = dab(x, y, radiusPx, canvas, painted);
      if (added <= 0) break;
      gain += added;
    }
  }
  return { pixels: [...painted], gain };
}

/** Adds the pixels of a dab if it gains more than it spoils, or is the first. @returns what it gains. */
function dab(x: number, y: number, radiusPx: number, canvas: Canvas, painted: Set<number>): number {
  const { truth, result, size, value } = canvas;
  const added: number[] = [];
  let gain = 0;
  for (let row = Math.max(0, Math.ceil(y - radiusPx)); row <= Math.min(size.heightPx - 1, y + radiusPx); row += 1) {
    const half = Math.sqrt(radiusPx ** 2 - (row - y) ** 2);
    for (let column = Math.max(0, Math.ceil(x - half)); column <= Math.min(size.widthPx - 1, x + half); column += 1) {
      const at = row * size.widthPx + column;
      if (result[at] === value || painted.has(at)) continue;
      added.push(at);
      gain += truth[at] === value ? 1 : -1;
    }
  }
  if (gain > 0 || painted.size === 0) for (const at of added) painted.add(at);
  return gain;
}
