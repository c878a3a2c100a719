import * as z from 'zod/mini';

import { isEmpty, type Rect, rectWithin, type Size } from '../geometry/rect.ts';
import { CompositorError } from '../job/compositor-error.ts';
import type { Matte } from '../raster/raster.ts';
import { defineEdit, type EditOf } from './define-edit.ts';
import { planeOf, textOf } from './pack-plane.ts';

const schema = z.object({
  kind: z.literal('object'),
  /** Effect of the edit: `add-object` raises alpha to that of the object, `remove-object` lowers it. */
  action: z.enum(['add-object', 'remove-object']),
  /** Place in the image that was clicked, in px. */
  x: z.number(),
  y: z.number(),
  /** The part of the image that changes, in px. */
  leftPx: z.int(),
  topPx: z.int(),
  widthPx: z.int().check(z.minimum(1)),
  heightPx: z.int().check(z.minimum(1)),
  /** Alpha of the part, one byte per pixel, compressed by raw deflate and written in base64. */
  alpha: z.string(),
});

/** An edit that adds or removes an object. It contains the object's alpha, so that it needs no network again. */
export type ObjectEdit = EditOf<typeof objectEdit>;

export const objectEdit = defineEdit('object', schema, async (edit, { matte, size, beforeWrite }) => {
  const rect = { x: edit.leftPx, y: edit.topPx, widthPx: edit.widthPx, heightPx: edit.heightPx };
  if (rect.x < 0 || rect.y < 0 || rect.x + rect.widthPx > size.widthPx || rect.y + rect.heightPx > size.heightPx)
    throw new CompositorError('processing-failed', 'the object lies outside the image');
  const alpha = await planeOf(edit.alpha, rect.widthPx * rect.heightPx);
  const decide = edit.action === 'add-object' ? Math.max : Math.min;
  beforeWrite(rect);
  eachPixel(rect, size, (at, inMatte) => {
    matte[inMatte] = decide(matte[inMatte] ?? 0, alpha[at] ?? 0);
  });
});

/** Side of the cells in which two mattes are compared, in px. */
const cellPx = 16;
/** Difference of alpha from which on a cell belongs to the object. The edges of two runs differ by less. */
const minDifference = 24;

/**
 * Makes the edit that changes a matte as a prompt of the segmenter changed it.
 * @param before the matte that the user sees.
 * @param after the matte of the prompt, of the same size: the object alone to add it, or everything else to remove it.
 * @returns undefined when nothing would change.
 * @throws {RangeError} when the sizes differ.
 */
export async function objectEditOf(
  { action, x, y }: Pick<ObjectEdit, 'action' | 'x' | 'y'>,
  before: Matte,
  after: Matte,
): Promise<ObjectEdit | undefined> {
  if (before.widthPx !== after.widthPx || before.heightPx !== after.heightPx)
    throw new RangeError('the mattes have different sizes');
  const isAdded = action === 'add-object';
  const cells = changedCells(before, after, isAdded ? 1 : -1);
  const rect = rectOf(cells, before);
  if (isEmpty(rect)) return undefined;
  const alpha = new Uint8ClampedArray(rect.widthPx * rect.heightPx).fill(isAdded ? 0 : 255);
  eachPixel(rect, before, (at, inMatte) => {
    const [column, row] = [inMatte % before.widthPx, Math.floor(inMatte / before.widthPx)];
    if (cells.isNearChange(Math.floor(column / cellPx), Math.floor(row / cellPx))) alpha[at] = after.data[inMatte] ?? 0;
  });
  const { x: leftPx, y: topPx, widthPx, heightPx } = rect;
  return { kind: 'object', action, x, y, leftPx, topPx, widthPx, heightPx, alpha: await textOf(alpha) };
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
  /** Checks whether a cell or one of its eight neighbours changes. */
  readonly isNearChange: (column: number, row: number) => boolean;
}

/** Finds the cells in which alpha rises (sign 1) or falls (sign −1). */
function changedCells(before: Matte, after: Matte, sign: 1 | -1): Cells {
  const [columns, rows] = [Math.ceil(before.widthPx / cellPx), Math.ceil(before.heightPx / cellPx)];
  const changed = new Uint8Array(columns * rows);
  for (let y = 0, at = 0; y < before.heightPx; y += 1) {
    const row = Math.floor(y / cellPx) * columns;
    for (let x = 0; x < before.widthPx; x += 1, at += 1) {
      const difference = sign * ((after.data[at] ?? 0) - (before.data[at] ?? 0));
      if (difference >= minDifference) changed[row + Math.floor(x / cellPx)] = 1;
    }
  }
  const near = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (changed[row * columns + column] === 0) continue;
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
        near.fill(1, y * columns + Math.max(0, column - 1), y * columns + Math.min(columns, column + 2));
    }
  }
  return { columns, rows, isNearChange: (column, row) => near[row * columns + column] === 1 };
}

/** Returns the part of the image that contains all cells near a change; empty when there are none. */
function rectOf({ columns, rows, isNearChange }: Cells, size: Size): Rect {
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!isNearChange(column, row)) continue;
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row + 1)];
    }
  }
  return rectWithin(left * cellPx, top * cellPx, right * cellPx, bottom * cellPx, size);
}

function eachPixel(rect: Rect, size: Size, visit: (at: number, inMatte: number) => void): void {
  for (let row = 0, at = 0; row < rect.heightPx; row += 1) {
    const from = (rect.y + row) * size.widthPx + rect.x;
    for (let column = 0; column < rect.widthPx; column += 1, at += 1) visit(at, from + column);
  }
}
