import * as z from 'zod/mini';

import { type BeforeWrite, defineEdit, type ReadPixels } from './define-edit.ts';
import { flood, Queue, spread } from './flood.ts';
import { openHole } from './open-hole.ts';
import { emptyRect, grown, type Rect, rectWithin, type Size } from '../geometry/rect.ts';

const schema = z.object({
  kind: z.literal('seed-click'),
  /**
   * Effect of the click: `keep` removes every part except the clicked one, `drop` removes the clicked one, `open` cuts
   * a hole, and `fill` closes one.
   */
  action: z.enum(['keep', 'drop', 'open', 'fill']),
  /** Position of the click, in px of the image. */
  x: z.number(),
  y: z.number(),
});

/** A click on one pixel, from which a region is grown. */
export type SeedClick = Readonly<z.infer<typeof schema>>;

export const seedClickEdit = defineEdit(
  'seed-click',
  schema,
  async (click, { matte, size, readPixels, beforeWrite }) => {
    await applySeedClick(matte, size, click, readPixels, beforeWrite);
  },
);

/** Lowest alpha of a pixel that connects a part. Lower alpha is the part's soft fringe. */
const minPart = 32;
/** Largest alpha of the pixels of a hole. */
const maxHole = 127;
/**
 * Additional alpha of a hole's pixels, relative to the clicked pixel, when the click was on a half-transparent pixel.
 */
const holeSlack = 24;
/** Alpha from which pixels count as subject. Rounding leaves such values anywhere in a subject. */
const maxHalf = 250;
/** Largest width of a hole's soft rim. */
const maxRimPx = 16;

const [own, other] = [1, 2];

/**
 * Grows a region from the clicked pixel. Depending on the action, it removes the region or everything else, cuts a
 * hole, or fills one.
 * @param matte alpha 0…255, row by row; written in place, after everything is computed.
 * @returns the rectangle that was written; empty when the click finds no such region.
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

  // Each pixel belongs to the nearer part where the fringes of two parts meet.
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
          // A pixel may be queued twice, but it has no unlabelled neighbours the second time.
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
  // The subject's pixels are connected by corners, so a hole's are not: a thin diagonal wall separates holes.
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
  // The label spreads only towards higher alpha, because the subject's outer edge begins beyond the ridge of the rim.
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
