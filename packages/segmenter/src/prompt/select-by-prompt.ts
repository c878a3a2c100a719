import type { Part, Size } from '../api/size.ts';
import { connectedParts } from '../matting/connected-parts.ts';
import { clearRest } from './clear-rest.ts';
import { type Look, lookAtPoint, objectsIn, type SeenObject, type View, viewOf } from './look-at-point.ts';
import { type Ground, walkingDistance } from './walking-distance.ts';

/** The pixels of the grid that a prompt selects. */
export interface Selection extends Size {
  /** One byte per pixel, row by row: 1 for a selected pixel. */
  readonly selected: Uint8Array;
  /** The subject's share of each pixel by the last view that contains it, or by the whole image's mask. */
  readonly shares: Float32Array;
  /** The subject's share of each pixel by the whole image's mask alone. */
  readonly wholeShares: Float32Array;
  /** The views of the network that were used. */
  readonly views: readonly View[];
}

/** Mask value from which pixels belong to something. */
const minShare = 0.5;
/** Margin around a box, as a share of its size: the network recognises a thing by its surroundings. */
const boxMargin = 0.16;
/** Share of a box's size by which an object may reach beyond it, because boxes are drawn roughly. */
const boxSlack = 0.03;
/**
 * Depth of a point in what it corrects, as a share of the grid's longer side. From this depth on the network looks at
 * the point; a smaller fault is corrected by the image's edges alone.
 */
const minDepthShare = 0.025;
/** Radius of the start around a point, as a share of its depth, and its limits in px of the grid. */
const [startShare, minStartPx, maxStartPx] = [0.4, 2, 30];
/** Radius of the start around an earlier point of the other kind, in px of the grid. */
const otherStartPx = 8;
/** Depth of a fault × the length of a step between equal pixels: a small fault has a short reach. */
const reach = 0.08;
/** Smallest depths, in px, that count for the reach of a point, and of what contradicts it. */
const [minReachPx, minOtherReachPx] = [4, 20];
/** Distance, in depths of a point, from which on its correction changes nothing. */
const maxReach = 6;
/** Greatest depth that counts, as a share of the grid's longer side: where nothing is selected yet, there is no other. */
const maxDepthShare = 0.1;

/**
 * Largest share of the selected pixels that a point to leave out may take away, by their origin. Nobody points out a
 * small fault to lose nearly everything.
 */
const maxLoss = { found: 0.95, corrected: 0.5, kept: 0.5 };
/** Size of the other subjects, as a share of the one at a point, from which on that one may be lost as a whole. */
const minOthersShare = 0.25;

/** A prompt on the grid. */
export interface GridPrompt {
  readonly points: readonly GridPoint[];
  readonly box?: GridBox | undefined;
  /** True if an object has been left out of the mask before. */
  readonly isCorrected: boolean;
}

/** A box in px of the grid. */
export interface GridBox extends Part {
  readonly keep: boolean;
}

export interface GridPoint {
  /** Index of the point's pixel. */
  readonly at: number;
  readonly keep: boolean;
}

/**
 * Works out which pixels a prompt selects.
 * @param ground the image and the mask of the whole image, on the grid.
 * @param look runs the network on a part of the grid.
 */
export async function selectByPrompt(ground: Ground, prompt: GridPrompt, look: Look): Promise<Selection> {
  const { points, box, isCorrected } = prompt;
  const grid = { widthPx: ground.widthPx, heightPx: ground.heightPx };
  const isOnlyLeftOut = !box?.keep && points.every(({ keep }) => !keep);
  const state: State = {
    ground: { ...ground, mask: ground.mask.slice() },
    selected: new Uint8Array(ground.mask.length),
    views: [],
    origin: !isOnlyLeftOut ? 'kept' : isCorrected ? 'corrected' : 'found',
  };
  if (isOnlyLeftOut) fillWhere(state.selected, (at) => (ground.mask[at] ?? 0) >= minShare);
  if (box?.keep) await selectBox(state, box, grid, look);
  for (const [index, point] of points.entries()) {
    const isFirst = index === 0 && !box?.keep && !isOnlyLeftOut;
    await correct(state, { ...point, isFirst }, points.slice(0, index), look);
  }
  if (box && !box.keep) await selectBox(state, box, grid, look);
  const { selected, views } = state;
  return { ...grid, selected, shares: state.ground.mask, wholeShares: ground.mask, views };
}

interface State {
  readonly ground: Ground;
  readonly selected: Uint8Array;
  readonly views: View[];
  /** Says whether the selection began with what the network finds, with a corrected mask, or with the user's own choice. */
  readonly origin: keyof typeof maxLoss;
}

/** Selects or leaves out the object in a box. */
async function selectBox(state: State, { keep, ...box }: GridBox, grid: Size, look: Look): Promise<void> {
  const { selected } = state;
  const view = await viewOf(grown(box, boxMargin, grid), look);
  addView(state, view);
  const objects = objectsIn(view, grid);
  const { leftPx, topPx, widthPx, heightPx } = grown(box, boxSlack, grid);
  const pixels: number[] = [];
  for (let y = topPx; y < topPx + heightPx; y += 1) {
    for (let x = leftPx; x < leftPx + widthPx; x += 1) {
      const at = y * grid.widthPx + x;
      if (objects[at] === 1) pixels.push(at);
    }
  }
  if (keep) for (const at of pixels) selected[at] = 1;
  else selected.set(withoutObject(selected, Uint32Array.from(pixels), grid));
}

/** Selects or leaves out the object at a point. */
async function correct(
  state: State,
  point: GridPoint & { readonly isFirst: boolean },
  before: readonly GridPoint[],
  look: Look,
): Promise<void> {
  const { ground, selected, origin } = state;
  const longSidePx = Math.max(ground.widthPx, ground.heightPx);
  const depthPx = Math.min(
    distanceToNearest(point.at, selected, Number(point.keep), ground),
    maxDepthShare * longSidePx,
  );
  if (depthPx === 0) return;
  const seen =
    point.isFirst || depthPx > minDepthShare * longSidePx ? await lookAtPoint(point.at, ground, look) : undefined;
  if (seen) addView(state, seen.view);
  const others = before.filter(({ keep }) => keep !== point.keep);
  const object = seen ?? (point.isFirst ? partOf(ground, point.at) : undefined);
  const isContradicted = object && others.some(({ at }) => object.pixels.includes(at));
  if (!object || isContradicted) return growFrom(state, point, others, depthPx);
  if (point.keep) {
    for (const pixel of object.pixels) selected[pixel] = 1;
    return;
  }
  const rest = withoutObject(selected, object.pixels, ground);
  const isSmall = countOf(rest) >= (1 - maxLoss[origin]) * countOf(selected);
  if (isSmall || (origin === 'corrected' && hasOtherSubject(rest, selected, point.at, ground))) selected.set(rest);
  else if (origin === 'found') removeNearer(state, point.at);
  else growFrom(state, point, others, depthPx);
}

/** Checks whether enough stays of the subjects that are not connected with the one at a point. */
function hasOtherSubject(rest: Uint8Array, selected: Uint8Array, at: number, size: Size): boolean {
  const own = connectedParts(selected, size).find((part) => part.includes(at)) ?? new Uint32Array();
  const ownRest = own.reduce((count, pixel) => count + (rest[pixel] ?? 0), 0);
  return countOf(rest) - ownRest >= minOthersShare * own.length;
}

/** Returns the selection without an object, and without its rest. */
function withoutObject(selected: Uint8Array, pixels: Uint32Array, size: Size): Uint8Array {
  const rest = selected.slice();
  for (const pixel of pixels) rest[pixel] = 0;
  clearRest(rest, pixels, size);
  return rest;
}

/**
 * Leaves out the half of the selection that is nearer to a point than to the pixel that is farthest from it, over colours
 * and mask. The network sees the object at the point and the rest as one, so only their colours can tell them apart.
 */
function removeNearer({ ground, selected }: State, at: number): void {
  const stepLength = reach / (maxDepthShare * Math.max(ground.widthPx, ground.heightPx));
  const own = walkingDistance(ground, disc(at, otherStartPx, ground), stepLength);
  let farthest = at;
  for (let pixel = 0; pixel < selected.length; pixel += 1) {
    if (selected[pixel] === 1 && (own[pixel] ?? 0) > (own[farthest] ?? 0)) farthest = pixel;
  }
  const theirs = walkingDistance(ground, disc(farthest, otherStartPx, ground), stepLength);
  const removed: number[] = [];
  for (let pixel = 0; pixel < selected.length; pixel += 1) {
    if (selected[pixel] === 1 && (own[pixel] ?? 0) < (theirs[pixel] ?? 0)) removed.push(pixel);
  }
  selected.set(withoutObject(selected, Uint32Array.from(removed), ground));
}

/** Returns the part of the mask at a pixel; undefined if the mask has nothing there. */
function partOf({ mask, ...size }: Ground, at: number): Pick<SeenObject, 'pixels'> | undefined {
  if ((mask[at] ?? 0) < minShare) return undefined;
  const members = new Uint8Array(mask.length);
  fillWhere(members, (pixel) => (mask[pixel] ?? 0) >= minShare);
  const pixels = connectedParts(members, size).find((part) => part.includes(at));
  return pixels && { pixels };
}

/** Corrects the surroundings of a point, as far as they are nearer to it than to what contradicts it. */
function growFrom(
  { ground, selected }: State,
  { at, keep }: GridPoint,
  others: readonly GridPoint[],
  depthPx: number,
): void {
  const startPx = Math.min(Math.max(Math.round(startShare * depthPx), minStartPx), maxStartPx);
  const own = walkingDistance(ground, disc(at, startPx, ground), reach / Math.max(depthPx, minReachPx));
  const [x, y] = [at % ground.widthPx, Math.floor(at / ground.widthPx)];
  const limitPx = maxReach * Math.max(depthPx, minReachPx);
  const contradicting = others.flatMap((other) => disc(other.at, otherStartPx, ground));
  for (let pixel = 0; pixel < selected.length; pixel += 1) {
    const isFar = Math.hypot((pixel % ground.widthPx) - x, Math.floor(pixel / ground.widthPx) - y) > limitPx;
    if (isFar || selected[pixel] === Number(keep)) contradicting.push(pixel);
  }
  const theirs = walkingDistance(ground, contradicting, reach / Math.max(depthPx, minOtherReachPx));
  for (let pixel = 0; pixel < selected.length; pixel += 1) {
    if ((own[pixel] ?? 0) < (theirs[pixel] ?? 0)) selected[pixel] = Number(keep);
  }
}

/** Adds a view, whose mask then counts within its part. */
function addView({ ground, views }: State, view: View): void {
  views.push(view);
  const { leftPx, topPx, widthPx, heightPx } = view.part;
  for (let y = 0; y < heightPx; y += 1) {
    const row = view.shares.subarray(y * widthPx, (y + 1) * widthPx);
    ground.mask.set(row, (topPx + y) * ground.widthPx + leftPx);
  }
}

/** Returns the distance to the nearest pixel that has this value; infinite if there is none. */
function distanceToNearest(at: number, plane: Uint8Array, value: number, { widthPx }: Size): number {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
  let least = Infinity;
  for (let pixel = 0; pixel < plane.length; pixel += 1) {
    if (plane[pixel] !== value) continue;
    least = Math.min(least, ((pixel % widthPx) - x) ** 2 + (Math.floor(pixel / widthPx) - y) ** 2);
  }
  return Math.sqrt(least);
}

function disc(at: number, radiusPx: number, { widthPx, heightPx }: Size): number[] {
  const [x, y] = [at % widthPx, Math.floor(at / widthPx)];
  const pixels: number[] = [];
  for (let row = Math.max(0, y - radiusPx); row <= Math.min(heightPx - 1, y + radiusPx); row += 1) {
    for (let column = Math.max(0, x - radiusPx); column <= Math.min(widthPx - 1, x + radiusPx); column += 1) {
      if (Math.hypot(column - x, row - y) <= radiusPx) pixels.push(row * widthPx + column);
    }
  }
  return pixels;
}

function grown({ leftPx, topPx, widthPx, heightPx }: Part, share: number, grid: Size): Part {
  const left = Math.max(0, Math.floor(leftPx - widthPx * share));
  const top = Math.max(0, Math.floor(topPx - heightPx * share));
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.min(grid.widthPx, Math.ceil(leftPx + widthPx * (1 + share))) - left,
    heightPx: Math.min(grid.heightPx, Math.ceil(topPx + heightPx * (1 + share))) - top,
  };
}

function fillWhere(plane: Uint8Array, isMember: (at: number) => boolean): void {
  for (let at = 0; at < plane.length; at += 1) plane[at] = Number(isMember(at));
}

function countOf(selected: Uint8Array): number {
  return selected.reduce((count, each) => count + each, 0);
}
