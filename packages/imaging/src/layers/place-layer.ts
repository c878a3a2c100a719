import type { Size } from '../geometry/rect.ts';
import type { Anchor, LayerParams } from './layer-params.ts';

/** Rectangle in which layers are placed: the whole result, without the bleed of a printed page. */
export interface Frame extends Size {
  readonly x: number;
  readonly y: number;
}

/** Box of a layer in px of the result, turned clockwise about its middle. */
export interface PlacedBox extends Size {
  readonly centerX: number;
  readonly centerY: number;
  readonly angleDeg: number;
}

/** Properties of a layer that decide where it lies. */
export type Placement = Pick<LayerParams, 'anchor' | 'offsetX' | 'offsetY' | 'angleDeg'>;

/** Sides of an anchor: −1 for left or top, 1 for right or bottom, 0 for the middle. */
export const anchorSides: Readonly<Record<Anchor, readonly [across: -1 | 0 | 1, down: -1 | 0 | 1]>> = {
  'top-left': [-1, -1],
  top: [0, -1],
  'top-right': [1, -1],
  left: [-1, 0],
  center: [0, 0],
  right: [1, 0],
  'bottom-left': [-1, 1],
  bottom: [0, 1],
  'bottom-right': [1, 1],
};

/** Largest number of copies of a repeated layer. With more, the gaps grow. */
const maxCopies = 4000;

/** Returns the length of a thousandth, in which sizes and offsets are given, in px. */
export function unitOf({ widthPx, heightPx }: Size): number {
  return Math.min(widthPx, heightPx) / 1000;
}

/**
 * Returns the size of the upright rectangle around a turned one.
 * @example
 * boundsOf({ widthPx: 200, heightPx: 100 }, 90); // { widthPx: 100, heightPx: 200 }
 */
export function boundsOf({ widthPx, heightPx }: Size, angleDeg: number): Size {
  const [across, down] = [Math.abs(cosOf(angleDeg)), Math.abs(cosOf(angleDeg - 90))];
  return { widthPx: widthPx * across + heightPx * down, heightPx: widthPx * down + heightPx * across };
}

/**
 * Places a layer’s box in a frame by its anchor.
 * @param size Size of the layer before it is turned, in px.
 * @example
 * const params = { anchor: 'bottom-right', offsetX: -40, offsetY: -40, angleDeg: 0 } as const;
 * placeBox({ widthPx: 100, heightPx: 50 }, params, { x: 0, y: 0, widthPx: 1000, heightPx: 1000 });
 * // Its right and lower edges are at 960 px.
 */
export function placeBox(size: Size, { anchor, offsetX, offsetY, angleDeg }: Placement, frame: Frame): PlacedBox {
  const [across, down] = anchorSides[anchor];
  const bounds = boundsOf(size, angleDeg);
  const unit = unitOf(frame);
  return {
    ...size,
    angleDeg,
    centerX: frame.x + (frame.widthPx * (across + 1) - bounds.widthPx * across) / 2 + offsetX * unit,
    centerY: frame.y + (frame.heightPx * (down + 1) - bounds.heightPx * down) / 2 + offsetY * unit,
  };
}

/**
 * Returns the offsets with which `placeBox` puts a box where it is. It is the inverse of `placeBox`.
 * @example
 * const moved = { ...box, centerX: box.centerX + 20 };
 * const placement = { anchor: 'top', ...offsetsOf(moved, 'top', frame), angleDeg: moved.angleDeg };
 */
export function offsetsOf(box: PlacedBox, anchor: Anchor, frame: Frame): Pick<Placement, 'offsetX' | 'offsetY'> {
  const unanchored = placeBox(box, { anchor, offsetX: 0, offsetY: 0, angleDeg: box.angleDeg }, frame);
  const unit = unitOf(frame);
  return { offsetX: (box.centerX - unanchored.centerX) / unit, offsetY: (box.centerY - unanchored.centerY) / unit };
}

/** Returns the boxes of all copies of a repeated layer that may be visible. Every second row is shifted by half a copy. */
export function repeatedBoxes({ widthPx, heightPx }: Size, angleDeg: number, gap: number, frame: Frame): PlacedBox[] {
  const gapPx = (Math.min(widthPx, heightPx) * gap) / 100;
  const reachPx = Math.hypot(frame.widthPx, frame.heightPx) / 2 + Math.hypot(widthPx, heightPx);
  const countAlong = (pitchPx: number) => 2 * Math.ceil(reachPx / pitchPx) + 1;
  let [acrossPx, downPx] = [Math.max(1, widthPx + gapPx), Math.max(1, heightPx + gapPx)];
  const count = countAlong(acrossPx) * countAlong(downPx);
  const [columns, rows] = fewer(countAlong(acrossPx), countAlong(downPx));
  if (count > columns * rows) [acrossPx, downPx] = [(2 * reachPx) / (columns - 1), (2 * reachPx) / (rows - 1)];
  const [right, down] = [cosOf(angleDeg), cosOf(angleDeg - 90)];
  const boxes: PlacedBox[] = [];
  for (let row = -(rows - 1) / 2; row <= (rows - 1) / 2; row += 1) {
    for (let column = -(columns - 1) / 2; column <= (columns - 1) / 2; column += 1) {
      const along = (column + (row % 2 === 0 ? 0 : 0.5)) * acrossPx;
      const centerX = frame.x + frame.widthPx / 2 + along * right - row * downPx * down;
      const centerY = frame.y + frame.heightPx / 2 + along * down + row * downPx * right;
      boxes.push({ widthPx, heightPx, angleDeg, centerX, centerY });
    }
  }
  return boxes;
}

/** Reduces the numbers of columns and rows, each odd, to `maxCopies` copies. The longer direction loses more of them. */
function fewer(columns: number, rows: number): readonly [columns: number, rows: number] {
  if (columns * rows <= maxCopies) return [columns, rows];
  const odd = (count: number) => Math.max(3, 2 * Math.floor(count / 2) - 1);
  const side = Math.sqrt(maxCopies);
  if (rows < side) return [odd(maxCopies / rows), rows];
  return columns < side ? [columns, odd(maxCopies / columns)] : [odd(side), odd(side)];
}

/** Returns the cosine of an angle. It is exact for quarter turns. */
function cosOf(angleDeg: number): number {
  const turned = ((angleDeg % 360) + 360) % 360;
  const exact = new Map([
    [0, 1],
    [90, 0],
    [180, -1],
    [270, 0],
  ]);
  return exact.get(turned) ?? Math.cos((turned / 180) * Math.PI);
}
