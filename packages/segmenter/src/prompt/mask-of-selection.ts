import type { Part, Size } from '../api/size.ts';
import { type Mask, resampleMask } from '../matting/resample-mask.ts';
import { unitePasses } from '../matting/unite-passes.ts';
import type { View } from './look-at-point.ts';
import type { Selection } from './select-by-prompt.ts';

/** Mask value from which pixels belong to something. */
const minShare = 0.5;
/** Distance by which the edges of two masks of one object may differ, in px of the grid. */
const edgePx = 2;
/** Greatest distance of a soft fringe from its object, as a share of the grid's longer side. */
const fringeShare = 1 / 24;

/**
 * Returns the mask of the selected pixels: with the fringes of the whole image's mask and of the views, and without
 * everything that belongs to another object.
 * @param whole the whole image's mask; the result has its size.
 */
export function maskOfSelection(whole: Mask, selection: Selection): Float32Array<ArrayBuffer> {
  const { selected, shares, views, widthPx, heightPx } = selection;
  const grid = { widthPx, heightPx };
  const mask = whole.mask.slice();
  for (const view of views) insertView({ ...sizeOf(whole), mask }, view, grid);
  const own = resampleMask({ ...grid, mask: ownGround(selection) }, whole);
  for (let at = 0; at < mask.length; at += 1) mask[at] = (mask[at] ?? 0) * (own[at] ?? 0);
  // The user says that there is something where the network sees nothing, so the pixels are entirely subject.
  const unseen = new Float32Array(selected.length);
  for (let at = 0; at < unseen.length; at += 1) {
    if (selected[at] === 1 && (shares[at] ?? 0) < minShare) unseen[at] = 1;
  }
  if (!unseen.includes(1)) return mask;
  const added = resampleMask({ ...grid, mask: unseen }, whole);
  for (let at = 0; at < mask.length; at += 1) mask[at] = Math.max(mask[at] ?? 0, added[at] ?? 0);
  return mask;
}

/** Unites a view's mask with the mask of its part, in place. */
function insertView(whole: Mask, { part, mask: seen }: View, grid: Size): void {
  const [across, down] = [whole.widthPx / grid.widthPx, whole.heightPx / grid.heightPx];
  const leftPx = Math.ceil(part.leftPx * across);
  const topPx = Math.ceil(part.topPx * down);
  const size = {
    widthPx: Math.floor((part.leftPx + part.widthPx) * across) - leftPx,
    heightPx: Math.floor((part.topPx + part.heightPx) * down) - topPx,
  };
  const before = resampleMask(whole, size, { leftPx, topPx, ...size });
  const shown: Part = {
    leftPx: ((leftPx / across - part.leftPx) * seen.widthPx) / part.widthPx,
    topPx: ((topPx / down - part.topPx) * seen.heightPx) / part.heightPx,
    widthPx: ((size.widthPx / across) * seen.widthPx) / part.widthPx,
    heightPx: ((size.heightPx / down) * seen.heightPx) / part.heightPx,
  };
  const united = unitePasses({ ...size, mask: before }, { ...size, mask: resampleMask(seen, size, shown) });
  for (let y = 0; y < size.heightPx; y += 1) {
    const row = united.subarray(y * size.widthPx, (y + 1) * size.widthPx);
    whole.mask.set(row, (topPx + y) * whole.widthPx + leftPx);
  }
}

/**
 * Returns the selected objects' part of the grid: 1 for their pixels and for those near them that are nearer to them
 * than to another object, where their soft fringes are.
 */
function ownGround(selection: Selection): Float32Array {
  const { selected, widthPx, heightPx } = selection;
  // Pixels of other objects are 1.
  const [unknown, own] = [0, 2];
  const labels = othersIn(selection);
  // Each pixel is queued once, when it gets its label.
  const queue = new Uint32Array(labels.length);
  let end = 0;
  for (let at = 0; at < labels.length; at += 1) {
    if (selected[at] === 1) labels[at] = own;
    if (labels[at] !== unknown) queue[end++] = at;
  }
  const fringePx = Math.round(Math.max(widthPx, heightPx) * fringeShare);
  const spread = (label: number, to: number) => {
    if (labels[to] !== unknown) return;
    labels[to] = label;
    queue[end++] = to;
  };
  for (let step = 0, begin = 0; step < fringePx && begin < end; step += 1) {
    const stepEnd = end;
    for (; begin < stepEnd; begin += 1) {
      const at = queue[begin] ?? 0;
      const label = labels[at] ?? unknown;
      const x = at % widthPx;
      if (x > 0) spread(label, at - 1);
      if (x + 1 < widthPx) spread(label, at + 1);
      if (at >= widthPx) spread(label, at - widthPx);
      if (at + widthPx < labels.length) spread(label, at + widthPx);
    }
  }
  const ground = new Float32Array(labels.length);
  for (let at = 0; at < ground.length; at += 1) if (labels[at] === own) ground[at] = 1;
  return ground;
}

/** Returns 1 for the pixels of objects that are not selected, except along an edge that they share with a selected one. */
function othersIn({ selected, shares, wholeShares, widthPx, heightPx }: Selection): Uint8Array {
  const others = new Uint8Array(selected.length);
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if (selected[at] === 1 || Math.max(shares[at] ?? 0, wholeShares[at] ?? 0) < minShare) continue;
      others[at] = Number(!hasSelected(selected, x, y, { widthPx, heightPx }));
    }
  }
  return others;
}

/** Checks whether a selected pixel is within `edgePx` of a pixel. */
function hasSelected(selected: Uint8Array, x: number, y: number, { widthPx, heightPx }: Size): boolean {
  for (let row = Math.max(0, y - edgePx); row <= Math.min(heightPx - 1, y + edgePx); row += 1) {
    const line = selected.subarray(
      row * widthPx + Math.max(0, x - edgePx),
      row * widthPx + Math.min(widthPx, x + edgePx + 1),
    );
    if (line.includes(1)) return true;
  }
  return false;
}

function sizeOf({ widthPx, heightPx }: Size): Size {
  return { widthPx, heightPx };
}
