import type { Bounds, Size } from '@isola/imaging';
import { maxSidePx } from '@isola/segmenter';

import {
  cropAround,
  cropCorners,
  minSidePx,
  type Orientation,
  turnedBounds,
  clamp,
} from '../document/crop-geometry.ts';
import type { CropRect } from '../schema/document-state.ts';

/*
 * Interactions with a crop: moving it, resizing it by a handle, and snapping to lines. Distances are in px of the image, in
 * the turned coordinates that crop-geometry.ts explains.
 */

/** The side or the corner by which a crop is resized. */
export type Handle = keyof typeof handleSides;

/** The sides that a handle moves: −1 for the left or upper side, 1 for the right or lower side, 0 for neither. */
export const handleSides = {
  'top-left': [-1, -1],
  top: [0, -1],
  'top-right': [1, -1],
  right: [1, 0],
  'bottom-right': [1, 1],
  bottom: [0, 1],
  'bottom-left': [-1, 1],
  left: [-1, 0],
} as const satisfies Record<string, readonly [across: -1 | 0 | 1, down: -1 | 0 | 1]>;

/** Lines to which a moving edge snaps, in turned coordinates. */
export interface Snapping {
  readonly across: readonly number[];
  readonly down: readonly number[];
  /** Largest distance at which an edge snaps. */
  readonly reachPx: number;
}

/**
 * Moves a crop.
 * @param across Distance to the right on the screen, in px of the image.
 * @param down Distance downwards on the screen, in px of the image.
 */
export function moved(crop: CropRect, across: number, down: number, snapping?: Snapping): CropRect {
  const rect = cropCorners(crop);
  const x = (rect.left + rect.right) / 2 + across;
  const y = (rect.top + rect.bottom) / 2 + down;
  const [halfWidth, halfHeight] = [crop.widthPx / 2, crop.heightPx / 2];
  const nearX = nearest([x - halfWidth, x, x + halfWidth], snapping?.across, snapping?.reachPx);
  const nearY = nearest([y - halfHeight, y, y + halfHeight], snapping?.down, snapping?.reachPx);
  return cropAround(x + (nearX ?? 0), y + (nearY ?? 0), crop, crop);
}

export interface ResizeOptions {
  /** Ratio of width to height. Without it, both sides change independently. */
  readonly ratio?: number | undefined;
  readonly snapping?: Snapping | undefined;
}

/**
 * Resizes a crop by moving one side or corner. The opposite side or corner stays in place. With a ratio, a corner
 * follows the axis that makes the larger crop, and a side keeps the middle of the other axis.
 */
export function resized(
  crop: CropRect,
  handle: Handle,
  across: number,
  down: number,
  options: ResizeOptions = {},
): CropRect {
  const { ratio, snapping } = options;
  const [sideX, sideY] = handleSides[handle];
  const rect = cropCorners(crop);
  const edgeX = (sideX < 0 ? rect.left : rect.right) + across;
  const edgeY = (sideY < 0 ? rect.top : rect.bottom) + down;
  const nearX = nearest([edgeX], snapping?.across, snapping?.reachPx);
  const nearY = nearest([edgeY], snapping?.down, snapping?.reachPx);
  let widthPx = crop.widthPx + sideX * (across + (nearX ?? 0));
  let heightPx = crop.heightPx + sideY * (down + (nearY ?? 0));
  if (ratio !== undefined) {
    const fromHeight = heightPx * ratio;
    if (sideX === 0) widthPx = fromHeight;
    else if (sideY !== 0) widthPx = wider(widthPx, fromHeight, nearX !== undefined, nearY !== undefined);
    widthPx = clamp(widthPx, minSidePx * Math.max(1, ratio), maxSidePx * Math.min(1, ratio));
    heightPx = widthPx / ratio;
  }
  widthPx = clamp(widthPx, minSidePx, maxSidePx);
  heightPx = clamp(heightPx, minSidePx, maxSidePx);
  const x = (rect.left + rect.right + sideX * (widthPx - crop.widthPx)) / 2;
  const y = (rect.top + rect.bottom + sideY * (heightPx - crop.heightPx)) / 2;
  return cropAround(x, y, { widthPx, heightPx }, crop);
}

/**
 * Collects the lines to which a crop snaps: the middle of the image and, at quarter turns, its edges; the edges and the
 * middle of the subject.
 * @param subject Box in turned coordinates of the same orientation.
 */
export function snappingTo(
  image: Size,
  orientation: Orientation,
  subject: Bounds | undefined,
  reachPx: number,
): Snapping {
  const bounds = turnedBounds(image, orientation);
  const isTilted = orientation.angleDeg % 90 !== 0;
  const lines = (from: 'left' | 'top', to: 'right' | 'bottom') => [
    ...(isTilted ? [] : [bounds[from], bounds[to]]),
    (bounds[from] + bounds[to]) / 2,
    ...(subject ? [subject[from], subject[to], (subject[from] + subject[to]) / 2] : []),
  ];
  return { across: lines('left', 'right'), down: lines('top', 'bottom'), reachPx };
}

/** @returns the smallest shift that puts one of the positions on a line; undefined when none is within reach. */
function nearest(positions: readonly number[], lines: readonly number[] = [], reachPx = 0): number | undefined {
  const gaps = positions.flatMap((position) => lines.map((line) => line - position));
  const smallest = gaps.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
  return smallest !== undefined && Math.abs(smallest) <= reachPx ? smallest : undefined;
}

/** @returns the larger of two widths. When one of the sides snapped to a line, its width is returned. */
function wider(one: number, other: number, oneSnapped: boolean, otherSnapped: boolean): number {
  if (oneSnapped !== otherSnapped) return oneSnapped ? one : other;
  return Math.max(one, other);
}
