import type { BeforeWrite, ReadPixels } from './apply-stroke.ts';
import { flood, Queue, spread } from './flood.ts';
import type { SeedClick } from './matte-edits.ts';
import { openHole } from './open-hole.ts';
import { emptyRect, grown, type Rect, rectWithin, type Size } from '../geometry/rect.ts';

/** From here on a pixel holds its part together; below lies its soft fringe. */
const minPart = 32;
/** A hole is what is more transparent than this. */
const maxHole = 127;
/** A hole that was pressed where it is half transparent takes in what is a little less transparent still. */
const holeSlack = 24;
/** Rounding leaves such pixels anywhere in a subject: they are no hole. */
const maxHalf = 250;
/** How wide a hole's soft rim is at most. */
const maxRimPx = 16;

const [own, other] = [1, 2];

/**
 * Grows a region from the clicked pixel, and removes it or everything else, cuts a hole there or fills one.
 * @param matte alpha 0…255, row by row; written in place, in one go, once all is known.
 * @returns where it was written: empty where there is nothing of the kind at that place.
 */
export async function applySeedClick(
  matte: Uint8ClampedArray,
  size: Size,
  click: SeedClick,
  readPixels: ReadPixels,
  beforeWrite: BeforeWrite = () => undefined,
): Promise<Rect> {
  const [x, y] = [Math.floor(click.x), Math.floor(click.y)];
  if (!(x >= 0 && y >= 0 && x < size.widthPx && y < size.heightPx)) return emptyRect;
  switch (click.action) {
    case 'keep':
    case 'drop':
      return separate(matte, size, x, y, click.action, beforeWrite);
    case 'fill':
      return fillHole(matte, size, x, y, beforeWrite);
    case 'open':
      return openHole(matte, size, x, y, readPixels, beforeWrite);
    default:
      return click.action satisfies never;
  }
}

function separate(
  matte: Uint8ClampedArray,
  size: Size,
  x: number,
  y: number,
  action: 'keep' | 'drop',
  beforeWrite: BeforeWrite,
): Rect {
  const { widthPx, heightPx } = size;
  const labels = new Uint8Array(matte.length);
  const field = { values: matte, low: minPart, high: 255, labels, label: own, byCorners: true };
  if (flood(field, size, x, y).count === 0) return emptyRect;

  // Where the fringes of two parts meet, each pixel goes with the part that is nearer.
  for (let at = 0; at < matte.length; at += 1) {
    if ((matte[at] ?? 0) >= minPart && labels[at] === 0) labels[at] = other;
  }
  const queue = new Queue();
  for (let row = 0, at = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1, at += 1) {
      const alpha = matte[at] ?? 0;
      if (alpha === 0 || alpha >= minPart) continue;
      for (let nextRow = Math.max(0, row - 1); nextRow <= Math.min(heightPx - 1, row + 1); nextRow += 1) {
        const last = nextRow * widthPx + Math.min(widthPx - 1, column + 1);
        for (let next = nextRow * widthPx + Math.max(0, column - 1); next <= last; next += 1) {
          // Once is enough: what is queued twice finds nothing left the second time.
          if ((matte[next] ?? 0) >= minPart) queue.push(next);
        }
      }
    }
  }
  spread(labels, size, queue, Infinity, (at) => {
    const alpha = matte[at] ?? 0;
    return alpha > 0 && alpha < minPart;
  });

  let [left, top, right, bottom] = [widthPx, heightPx, 0, 0];
  for (let row = 0, at = 0; row < heightPx; row += 1) {
    for (let column = 0; column < widthPx; column += 1, at += 1) {
      if (matte[at] === 0 || (labels[at] === own) === (action === 'keep')) continue;
      left = Math.min(left, column);
      right = Math.max(right, column + 1);
      top = Math.min(top, row);
      bottom = row + 1;
    }
  }
  if (bottom === 0) return emptyRect;
  const rect = rectWithin(left, top, right, bottom, size);
  beforeWrite(rect);
  for (let row = top; row < bottom; row += 1) {
    for (let at = row * widthPx + left; at < row * widthPx + right; at += 1) {
      if ((labels[at] === own) !== (action === 'keep')) matte[at] = 0;
    }
  }
  return rect;
}

function fillHole(matte: Uint8ClampedArray, size: Size, x: number, y: number, beforeWrite: BeforeWrite): Rect {
  const { widthPx, heightPx } = size;
  const pressed = matte[y * widthPx + x] ?? 0;
  if (pressed >= maxHalf) return emptyRect;
  const high = Math.max(maxHole, Math.min(maxHalf, pressed + holeSlack));
  const labels = new Uint8Array(matte.length);
  // The subject's pixels hang together by their corners, so those of a hole do not: a thin wall is a wall.
  const field = { values: matte, low: 0, high, labels, label: own, byCorners: false };
  const { rect: hole } = flood(field, size, x, y);
  const isEnclosed = hole.x > 0 && hole.y > 0 && hole.x + hole.widthPx < widthPx && hole.y + hole.heightPx < heightPx;
  if (!isEnclosed) return emptyRect;

  const queue = new Queue();
  for (let row = hole.y; row < hole.y + hole.heightPx; row += 1) {
    for (let at = row * widthPx + hole.x; at < row * widthPx + hole.x + hole.widthPx; at += 1) {
      const isRim =
        labels[at] === own &&
        (labels[at - 1] !== own ||
          labels[at + 1] !== own ||
          labels[at - widthPx] !== own ||
          labels[at + widthPx] !== own);
      if (isRim) queue.push(at);
    }
  }
  // Only ever upwards: beyond the rim's highest line the subject's own outer edge begins to fall.
  spread(labels, size, queue, maxRimPx, (at, from) => {
    const alpha = matte[at] ?? 0;
    return alpha > high && alpha < 255 && alpha >= (matte[from] ?? 0);
  });

  const rect = grown(hole, maxRimPx, size);
  beforeWrite(rect);
  for (let row = rect.y; row < rect.y + rect.heightPx; row += 1) {
    for (let at = row * widthPx + rect.x; at < row * widthPx + rect.x + rect.widthPx; at += 1) {
      if (labels[at] === own) matte[at] = 255;
    }
  }
  return rect;
}
