import type { SheetPlace } from './sheet-place.ts';

/** A thin line on a cutting line, outside all photos, in mm from the sheet's top left corner. */
export interface CutMark {
  readonly fromXMm: number;
  readonly fromYMm: number;
  readonly toXMm: number;
  readonly toYMm: number;
}

const lengthMm = 3;
/** Shorter marks are not visible. */
const minLengthMm = 0.5;
const tolerance = 1e-6;

/**
 * Returns two marks for each corner of each photo. They extend outwards along its edges until another photo is in the
 * way.
 */
export function cutMarksOf(
  places: readonly SheetPlace[],
  paper: { readonly widthMm: number; readonly heightMm: number },
): readonly CutMark[] {
  const marks = new Map<string, CutMark>();
  for (const { xMm, yMm, widthMm, heightMm } of places) {
    for (const [x, outX] of [
      [xMm, -1],
      [xMm + widthMm, 1],
    ] as const) {
      for (const [y, outY] of [
        [yMm, -1],
        [yMm + heightMm, 1],
      ] as const) {
        for (const [dx, dy] of [
          [outX, 0],
          [0, outY],
        ] as const) {
          const length = freeLength(x, y, dx, dy, places, paper);
          const mark = { fromXMm: x, fromYMm: y, toXMm: x + dx * length, toYMm: y + dy * length };
          if (length >= minLengthMm) marks.set(keyOf(mark), mark);
        }
      }
    }
  }
  return [...marks.values()];
}

function freeLength(
  x: number,
  y: number,
  dx: number,
  dy: number,
  places: readonly SheetPlace[],
  paper: { readonly widthMm: number; readonly heightMm: number },
): number {
  let length = Math.min(lengthMm, dx < 0 ? x : dx > 0 ? paper.widthMm - x : dy < 0 ? y : paper.heightMm - y);
  for (const { xMm, yMm, widthMm, heightMm } of places) {
    const [right, bottom] = [xMm + widthMm, yMm + heightMm];
    // A mark along a photo's edge does not cross that photo, because the cut continues there.
    const isAcross =
      dx === 0 ? x > xMm + tolerance && x < right - tolerance : y > yMm + tolerance && y < bottom - tolerance;
    if (!isAcross) continue;
    const near = dx > 0 ? xMm - x : dx < 0 ? x - right : dy > 0 ? yMm - y : y - bottom;
    const far = dx > 0 ? right - x : dx < 0 ? x - xMm : dy > 0 ? bottom - y : y - yMm;
    if (far > tolerance && near < length) length = Math.max(0, near);
  }
  return length;
}

function keyOf({ fromXMm, fromYMm, toXMm, toYMm }: CutMark): string {
  const ends = [`${fromXMm.toFixed(3)} ${fromYMm.toFixed(3)}`, `${toXMm.toFixed(3)} ${toYMm.toFixed(3)}`];
  return ends.toSorted().join(' ');
}
