import * as z from 'zod/mini';

import { differenceOf, isEmpty, type Rect, type Size } from '../geometry/rect.ts';
import { refineCovered } from './apply-stroke.ts';
import { defineEdit, type EditTarget } from './define-edit.ts';
import { flood, Queue, spread } from './flood.ts';
import { inverse, partMask, rimPx, stripHeightPx, stripMask, withinReach } from './part-mask.ts';
import type { Coverage } from './rasterize-stroke.ts';
import { solidifyInside, solidReach } from './solidify-inside.ts';

const box = {
  leftPx: z.number(),
  topPx: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
};

const schema = z.object({
  kind: z.literal('settle-part'),
  /** Effect of the edit: `keep` makes the part solid, `clear` removes it. */
  action: z.enum(['keep', 'clear']),
  ...box,
  /** Rows that make up the part. */
  strips: z.array(z.object(box)),
});

type SettlePart = z.infer<typeof schema>;

/** Lowest alpha of a pixel that connects a piece. Lower alpha is the piece's soft fringe. */
const minPiece = 32;
/** Largest width of a fringe. */
const maxFringePx = 16;
/**
 * Largest share of the part's pixels that a remaining piece of a cleared part may have. A larger piece is a separate
 * part.
 */
const maxRemainsShare = 0.5;

/** Labels of the pieces that remain after a part is cleared. */
const [stays, goes] = [1, 2];

/** Edit that keeps or removes a part for which the network's result was uncertain. */
export const settlePartEdit = defineEdit('settle-part', schema, async (edit, target) => {
  if (edit.action === 'keep') keep(edit, target);
  else await clear(edit, target);
});

/** Makes half-transparent pixels inside the part opaque. Soft edges stay. */
function keep(edit: SettlePart, { matte, size, beforeWrite }: EditTarget): void {
  const { rect, data: mask } = partMask(edit, size);
  if (isEmpty(rect)) return;
  const solid = new Float32Array(mask.length);
  eachPixel(rect, size, (at, inMatte) => {
    solid[at] = matte[inMatte] ?? 0;
  });
  solidifyInside(solid, rect.widthPx, rect.heightPx, 1, solidReach(Math.max(size.widthPx, size.heightPx)));
  beforeWrite(rect);
  eachPixel(rect, size, (at, inMatte) => {
    const before = matte[inMatte] ?? 0;
    matte[inMatte] = before + (((solid[at] ?? 0) - before) * (mask[at] ?? 0)) / 255;
  });
}

/**
 * Erases the part. Its strips are coarse, so alpha along their rim is estimated from the image. Small pieces that
 * remain there are removed as well.
 */
async function clear(edit: SettlePart, target: EditTarget): Promise<void> {
  const { matte, size, beforeWrite } = target;
  const [stripPx, reachPx] = [stripHeightPx(edit), rimPx(edit)];
  const part = stripMask(edit, reachPx, size);
  if (isEmpty(part.rect)) return;
  const brush = withinReach(part, reachPx);
  const core = inverse(withinReach(inverse(part), Math.floor((stripPx - 1) / 2)));
  const cleared = matte.slice();
  const painting = { action: 'erase', opacity: 100, brush, core, widthPx: stripPx + 2 * reachPx } as const;
  await refineCovered(cleared, size, painting, target);
  const maxCount = maxRemainsShare * part.data.reduce((sum, value) => sum + value / 255, 0);
  await target.yieldToEventLoop();
  dropRemains(cleared, size, brush, maxCount);
  await target.yieldToEventLoop();

  const changed = differenceOf(matte, cleared, size);
  if (isEmpty(changed)) return;
  beforeWrite(changed);
  eachPixel(changed, size, (_, inMatte) => {
    matte[inMatte] = cleared[inMatte] ?? 0;
  });
}

/**
 * Removes small pieces under the brush, each with its fringe, and faint pixels under the brush that are far from all
 * remaining pieces.
 */
function dropRemains(matte: Uint8ClampedArray, size: Size, brush: Coverage, maxCount: number): void {
  const labels = new Uint8Array(matte.length);
  const floodAt = (at: number, label: number) => {
    const ground = { values: matte, low: minPiece, high: 255, labels, label, byCorners: true };
    return flood(ground, size, at % size.widthPx, Math.floor(at / size.widthPx)).count;
  };
  const remains: number[] = [];
  eachPixel(brush.rect, size, (at, inMatte) => {
    if (brush.data[at] === 0 || labels[inMatte] !== 0) return;
    const count = floodAt(inMatte, stays);
    if (count > 0 && count <= maxCount) remains.push(inMatte);
  });
  labels.fill(0);
  for (const at of remains) floodAt(at, goes);
  for (let at = 0; at < matte.length; at += 1) if (labels[at] === 0 && (matte[at] ?? 0) >= minPiece) labels[at] = stays;

  // Each faint pixel belongs to the nearest piece.
  const queue = new Queue();
  for (let at = 0; at < matte.length; at += 1) if (labels[at] !== 0 && isRim(labels, at, size)) queue.push(at);
  spread(labels, size, queue, maxFringePx, (at) => (matte[at] ?? 0) > 0);
  eachPixel(brush.rect, size, (at, inMatte) => {
    if (brush.data[at] !== 0 && labels[inMatte] === 0) matte[inMatte] = 0;
  });
  for (let at = 0; at < matte.length; at += 1) if (labels[at] === goes) matte[at] = 0;
}

function isRim(labels: Uint8Array, at: number, { widthPx }: Size): boolean {
  return labels[at - 1] === 0 || labels[at + 1] === 0 || labels[at - widthPx] === 0 || labels[at + widthPx] === 0;
}

function eachPixel(rect: Rect, size: Size, visit: (at: number, inMatte: number) => void): void {
  for (let row = 0, at = 0; row < rect.heightPx; row += 1) {
    const from = (rect.y + row) * size.widthPx + rect.x;
    for (let column = 0; column < rect.widthPx; column += 1, at += 1) visit(at, from + column);
  }
}
