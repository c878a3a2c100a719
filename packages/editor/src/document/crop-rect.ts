import {
  type Affine,
  type Bounds,
  chain,
  inverse,
  mapped,
  type OutputTransform,
  scaling,
  type Size,
  translation,
  rotation,
} from '@isola/imaging';
import { maxPixels, maxSidePx } from '@isola/segmenter';

import { type CropRect, maxPx } from '../schema/document-state.ts';

/*
 * A frame is what of the image is seen. It stands upright, and the image lies mirrored and turned beneath it. Two systems
 * of places are used, both in px of the image: the image's own, and the turned one, in which the image is mirrored and
 * turned about its left top corner. In the turned one every frame of that orientation is an upright rectangle.
 */

/** How the image lies beneath its frame. */
export type Orientation = Pick<CropRect, 'angleDeg' | 'mirrored'>;

export const upright: Orientation = { angleDeg: 0, mirrored: false };

/** Handle with which a crop is resized: one of its sides or corners. */
export type Handle = keyof typeof handleSides;

/** Which sides a handle moves: −1 the left or upper one, 1 the other, 0 neither. */
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

/** Lines that a moving edge keeps to once it is near, in turned places. */
export interface Snapping {
  readonly across: readonly number[];
  readonly down: readonly number[];
  /** How near is near. */
  readonly reachPx: number;
}

/** A frame cannot be made smaller by hand, nor moved until it shows less of the image. */
const minSidePx = 16;
/** 45° one way would also be 45° the other way of the next quarter. */
const maxStraighteningDeg = 44.99;
/** Tolerance for rounding errors. */
const slackPx = 1e-6;

export function wholeImageCrop(photo: Size): CropRect {
  return { centerX: photo.widthPx / 2, centerY: photo.heightPx / 2, ...sizeOf(photo), ...upright };
}

/**
 * A frame as a state holds it: no larger than it may be, and with some of the image in it.
 * @returns undefined where it is the image as it is, which a state says by having none.
 */
export function cropOrNone(wanted: CropRect, photo: Size): CropRect | undefined {
  const frame = broughtOn(photo, ofPossibleSize(wanted));
  const whole = wholeImageCrop(photo);
  const isWhole =
    frame.angleDeg === 0 &&
    !frame.mirrored &&
    (['centerX', 'centerY', 'widthPx', 'heightPx'] as const).every((key) => Math.abs(frame[key] - whole[key]) < 0.01);
  return isWhole ? undefined : frame;
}

/**
 * Returns the transform from the result's pixels to the image. It scales both axes equally.
 *
 * - Without a `size` the result has as many px as the frame, rounded down, and at least one each way. A frame larger
 *   than a picture may be is made smaller as a whole.
 * - With a `size`, its ratio counts: where the frame has another, the excess is cut off equally on both sides.
 * - Where the scale would change less than one px along the longer side, it is 1.
 * - At that scale, and turned by quarters at most, the frame goes to the nearest whole px: pixels are then only moved.
 */
export function placementOf(photo: Size, frame?: CropRect, size?: Size): OutputTransform {
  const { centerX, centerY, ...seen } = frame ?? wholeImageCrop(photo);
  const { widthPx, heightPx } = size ?? resultSize(seen);
  const exact = Math.min(seen.widthPx / widthPx, seen.heightPx / heightPx);
  const perPx = Math.abs(exact - 1) * Math.max(widthPx, heightPx) < 1 ? 1 : exact;
  const toPhoto = chain(
    translation(-widthPx / 2, -heightPx / 2),
    scaling(perPx),
    inverse(turnOf(seen)),
    translation(centerX, centerY),
  );
  const isMove = perPx === 1 && seen.angleDeg % 90 === 0;
  return {
    toPhoto: isMove ? { ...toPhoto, e: Math.round(toPhoto.e), f: Math.round(toPhoto.f) } : toPhoto,
    widthPx,
    heightPx,
  };
}

/** The size that a result has by itself, as `placementOf` says. */
export function resultSize(frame: Size): Size {
  const { widthPx, heightPx } = frame;
  const shrink = Math.min(1, maxSidePx / Math.max(widthPx, heightPx), Math.sqrt(maxPixels / (widthPx * heightPx)));
  // 1000 px must not become 999 because a turn left 999.9999 of them.
  const whole = (side: number) => Math.max(1, Math.floor(side * shrink + slackPx));
  return { widthPx: whole(widthPx), heightPx: whole(heightPx) };
}

/** How many px of a result there are for each px of the image: more than 1 enlarges. */
export function enlargementOf(frame: Size, size: Size): number {
  return Math.max(size.widthPx / frame.widthPx, size.heightPx / frame.heightPx);
}

/**
 * The smallest rectangle round everything that is at least `threshold`.
 * @param threshold 1…255.
 * @returns in turned places, which are the image's own where it is upright; undefined where there is nothing.
 */
export function subjectBox(
  { data, widthPx, heightPx }: Size & { readonly data: Uint8Array | Uint8ClampedArray },
  threshold = 128,
  orientation: Orientation = upright,
): Bounds | undefined {
  const { a, b, c, d } = turnOf(orientation);
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const include = (x: number, y: number) => {
    box.left = Math.min(box.left, a * x + c * y);
    box.right = Math.max(box.right, a * x + c * y);
    box.top = Math.min(box.top, b * x + d * y);
    box.bottom = Math.max(box.bottom, b * x + d * y);
  };
  for (let y = 0; y < heightPx; y += 1) {
    const [start, end] = [y * widthPx, (y + 1) * widthPx];
    let first = start;
    while (first < end && (data[first] ?? 0) < threshold) first += 1;
    if (first === end) continue;
    let last = end - 1;
    while ((data[last] ?? 0) < threshold) last -= 1;
    // Whichever way it is turned, what reaches farthest is a row's first pixel or its last.
    for (const x of [first - start, last + 1 - start]) {
      include(x, y);
      include(x, y + 1);
    }
  }
  return box.left < box.right ? box : undefined;
}

/** The smallest upright rectangle, in turned places, round one of the image. */
export function turnedRect({ left, top, right, bottom }: Bounds, orientation: Orientation): Bounds {
  const { a, b, c, d } = turnOf(orientation);
  const [x, y] = mapped(turnOf(orientation), (left + right) / 2, (top + bottom) / 2);
  const halfWidth = (Math.abs(a) * (right - left) + Math.abs(c) * (bottom - top)) / 2;
  const halfHeight = (Math.abs(b) * (right - left) + Math.abs(d) * (bottom - top)) / 2;
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

/** Which sides of the image cut the subject off: `start` is the left one, or the upper. */
export interface CutOff {
  readonly horizontal: { readonly start: boolean; readonly end: boolean };
  readonly vertical: { readonly start: boolean; readonly end: boolean };
}

const nowhere = { start: false, end: false };

/**
 * The smallest frame with the subject in its middle and a margin on every side. On the tighter axis the margins are
 * exactly as wide as asked for; on the other there is more room. A side that cuts the subject off, as the lower one does a
 * portrait, stays the frame's own: with a margin there, the subject would float.
 * @param box in turned places, of the same orientation.
 * @param shape the frame's ratio, width by height, or a size that has it.
 * @param margin share of the frame's width left free at the left and at the right, and of its height above and below:
 *   0…0.45.
 */
export function centeredCrop(
  box: Bounds,
  shape: number | Size,
  margin: number,
  orientation = upright,
  { horizontal, vertical }: CutOff = { horizontal: nowhere, vertical: nowhere },
): CropRect {
  const ratio = typeof shape === 'number' ? shape : shape.widthPx / shape.heightPx;
  const each = Math.min(0.45, Math.max(0, margin));
  const filledBy = (axis: CutOff['horizontal']) => 1 - freeSides(axis) * each;
  const across = (box.right - box.left) / filledBy(horizontal);
  const down = (box.bottom - box.top) / filledBy(vertical);
  const widthPx = Math.max(across, down * ratio, 1, ratio);
  const heightPx = widthPx / ratio;
  const x = middleOf(box.left, box.right, widthPx, horizontal);
  const y = middleOf(box.top, box.bottom, heightPx, vertical);
  return frameAround(x, y, { widthPx, heightPx }, orientation);
}

/** @returns on how many of the two sides of an axis there is a margin. */
export function freeSides({ start, end }: CutOff['horizontal']): number {
  return (start ? 0 : 1) + (end ? 0 : 1);
}

/** @returns the middle of the frame's side along an axis on which the subject reaches from `from` to `to`. */
export function middleOf(from: number, to: number, side: number, { start, end }: CutOff['horizontal']): number {
  if (start === end) return (from + to) / 2;
  return start ? from + side / 2 : to - side / 2;
}

/**
 * Gives a frame another ratio about the same middle. It fills as much of what is possible as before: the largest frame
 * of one ratio becomes the largest of the other. One that was inside the image stays there.
 */
export function cropForRatio(frame: CropRect, ratio: number, photo: Size): CropRect {
  const wanted = { ...frame, widthPx: frame.heightPx * ratio };
  const fill = 1 / maxScale(frame, photo);
  const scale = maxScale(wanted, photo) * fill;
  const next = { ...frame, widthPx: wanted.widthPx * scale, heightPx: wanted.heightPx * scale };
  return isInside(frame, photo) ? keptInside(next, photo) : next;
}

/** Turns what is seen by a quarter, and the frame with it. */
export function rotatedQuarterTurn(frame: CropRect, direction: 'clockwise' | 'counterclockwise'): CropRect {
  const angleDeg = normal(frame.angleDeg + (direction === 'clockwise' ? 90 : -90));
  return { ...frame, widthPx: frame.heightPx, heightPx: frame.widthPx, angleDeg };
}

/** Mirrors what is seen, left for right. */
export function mirrored(frame: CropRect): CropRect {
  return { ...frame, angleDeg: normal(-frame.angleDeg), mirrored: !frame.mirrored };
}

/** @returns by how much it is turned beyond whole quarters: −45…45, exact to a hundredth. */
export function straighteningOf({ angleDeg }: Pick<CropRect, 'angleDeg'>): number {
  return Math.round((angleDeg - quarterOf(angleDeg)) * 100) / 100;
}

/**
 * Turns the image beneath a frame about the frame's middle. A frame that was inside the image stays inside: it shrinks
 * as far as necessary, and one that was as large as possible is as large as possible again.
 * @param deg −45…45, beyond the quarter that it has.
 */
export function straightened(frame: CropRect, deg: number, photo: Size): CropRect {
  const within = Math.min(maxStraighteningDeg, Math.max(-maxStraighteningDeg, deg));
  const next = { ...frame, angleDeg: normal(quarterOf(frame.angleDeg) + within) };
  if (!isInside(frame, photo)) return next;
  const isLargest = maxScale(frame, photo) < 1 + 1e-4;
  const scale = isLargest ? maxScale(next, photo) : Math.min(1, maxScale(next, photo));
  return keptInside({ ...next, widthPx: next.widthPx * scale, heightPx: next.heightPx * scale }, photo);
}

/** @param across to the right as it is seen, and `down`, in px of the image. */
export function moved(frame: CropRect, across: number, down: number, snapping?: Snapping): CropRect {
  const rect = cropCorners(frame);
  const x = (rect.left + rect.right) / 2 + across;
  const y = (rect.top + rect.bottom) / 2 + down;
  const [halfWidth, halfHeight] = [frame.widthPx / 2, frame.heightPx / 2];
  const nearX = nearest([x - halfWidth, x, x + halfWidth], snapping?.across, snapping?.reachPx);
  const nearY = nearest([y - halfHeight, y, y + halfHeight], snapping?.down, snapping?.reachPx);
  return frameAround(x + (nearX ?? 0), y + (nearY ?? 0), frame, frame);
}

export interface ResizeOptions {
  /** Width by height; without it, both change freely. */
  readonly ratio?: number | undefined;
  readonly snapping?: Snapping | undefined;
}

/**
 * Moves one side or corner; what is opposite stays. With a ratio, a corner goes with whichever of both ways asks for the
 * larger frame, and a side keeps the middle of the other axis.
 */
export function resized(
  frame: CropRect,
  handle: Handle,
  across: number,
  down: number,
  options: ResizeOptions = {},
): CropRect {
  const { ratio, snapping } = options;
  const [sideX, sideY] = handleSides[handle];
  const rect = cropCorners(frame);
  const edgeX = (sideX < 0 ? rect.left : rect.right) + across;
  const edgeY = (sideY < 0 ? rect.top : rect.bottom) + down;
  const nearX = nearest([edgeX], snapping?.across, snapping?.reachPx);
  const nearY = nearest([edgeY], snapping?.down, snapping?.reachPx);
  let widthPx = frame.widthPx + sideX * (across + (nearX ?? 0));
  let heightPx = frame.heightPx + sideY * (down + (nearY ?? 0));
  if (ratio !== undefined) {
    const fromHeight = heightPx * ratio;
    if (sideX === 0) widthPx = fromHeight;
    else if (sideY !== 0) widthPx = wider(widthPx, fromHeight, nearX !== undefined, nearY !== undefined);
    widthPx = within(widthPx, minSidePx * Math.max(1, ratio), maxSidePx * Math.min(1, ratio));
    heightPx = widthPx / ratio;
  }
  widthPx = within(widthPx, minSidePx, maxSidePx);
  heightPx = within(heightPx, minSidePx, maxSidePx);
  const x = (rect.left + rect.right + sideX * (widthPx - frame.widthPx)) / 2;
  const y = (rect.top + rect.bottom + sideY * (heightPx - frame.heightPx)) / 2;
  return frameAround(x, y, { widthPx, heightPx }, frame);
}

/** A frame as a rectangle in turned places. */
export function cropCorners(frame: CropRect): Bounds {
  const [x, y] = mapped(turnOf(frame), frame.centerX, frame.centerY);
  return {
    left: x - frame.widthPx / 2,
    top: y - frame.heightPx / 2,
    right: x + frame.widthPx / 2,
    bottom: y + frame.heightPx / 2,
  };
}

/**
 * Returns the lines to which a crop snaps: the image's centre, its edges unless the image is rotated, and the subject's edges and centre.
 * @param subject in turned places of the same orientation.
 */
export function snappingTo(
  photo: Size,
  orientation: Orientation,
  subject: Bounds | undefined,
  reachPx: number,
): Snapping {
  const bounds = turnedBounds(photo, orientation);
  const isAslant = orientation.angleDeg % 90 !== 0;
  const lines = (from: 'left' | 'top', to: 'right' | 'bottom') => [
    ...(isAslant ? [] : [bounds[from], bounds[to]]),
    (bounds[from] + bounds[to]) / 2,
    ...(subject ? [subject[from], subject[to], (subject[from] + subject[to]) / 2] : []),
  ];
  return { across: lines('left', 'right'), down: lines('top', 'bottom'), reachPx };
}

/** Everything there is to see while a frame is chosen: the image as it lies beneath the frame, and the frame. */
export interface CropScene {
  /** Whole px. */
  readonly size: Size;
  /** From px of the image to px of the scene, which are equally large. */
  readonly photoToScene: Affine;
  readonly frameInScene: Bounds;
  /** From turned places to the scene: what is added to them. */
  readonly offsetX: number;
  readonly offsetY: number;
}

/**
 * The frame upright, the image mirrored and turned beneath it. The scene is as large as both need.
 * @param roomFor the frame that the scene has room for instead: during a drag the frame before it, so that the scene
 *   does not move during the drag.
 */
export function cropScene(photo: Size, frame: CropRect | undefined, roomFor: CropRect | undefined = frame): CropScene {
  const seen = frame ?? wholeImageCrop(photo);
  const photoBounds = turnedBounds(photo, seen);
  const room = roomFor && roomFor.angleDeg === seen.angleDeg && roomFor.mirrored === seen.mirrored ? roomFor : seen;
  const bounds = union(photoBounds, cropCorners(room));
  const [offsetX, offsetY] = [-bounds.left, -bounds.top];
  const rect = cropCorners(seen);
  return {
    size: {
      widthPx: Math.ceil(bounds.right - bounds.left - slackPx),
      heightPx: Math.ceil(bounds.bottom - bounds.top - slackPx),
    },
    photoToScene: chain(turnOf(seen), translation(offsetX, offsetY)),
    frameInScene: {
      left: rect.left + offsetX,
      top: rect.top + offsetY,
      right: rect.right + offsetX,
      bottom: rect.bottom + offsetY,
    },
    offsetX,
    offsetY,
  };
}

/** @returns whether all of a frame shows the image. */
export function isInside(frame: CropRect, photo: Size): boolean {
  const [reachX, reachY] = reachOf(frame);
  return (
    frame.centerX - reachX > -0.01 &&
    frame.centerY - reachY > -0.01 &&
    frame.centerX + reachX < photo.widthPx + 0.01 &&
    frame.centerY + reachY < photo.heightPx + 0.01
  );
}

function turnOf({ angleDeg, mirrored: isMirrored }: Orientation): Affine {
  return rotation(angleDeg, isMirrored);
}

function sizeOf({ widthPx, heightPx }: Size): Size {
  return { widthPx, heightPx };
}

/** @param x of its middle, in turned places. */
function frameAround(x: number, y: number, size: Size, { angleDeg, mirrored: isMirrored }: Orientation): CropRect {
  const [centerX, centerY] = mapped(inverse(rotation(angleDeg, isMirrored)), x, y);
  return { centerX, centerY, ...sizeOf(size), angleDeg, mirrored: isMirrored };
}

/** How far a frame reaches from its middle along the image's own axes. */
function reachOf({ widthPx, heightPx, ...orientation }: CropRect): readonly [x: number, y: number] {
  const { a, b, c, d } = turnOf(orientation);
  // Rows and columns change places on the way back from turned places.
  return [(Math.abs(a) * widthPx + Math.abs(b) * heightPx) / 2, (Math.abs(c) * widthPx + Math.abs(d) * heightPx) / 2];
}

/** @returns the largest factor by which a frame can be enlarged so that it fits into the image at some place. */
function maxScale(frame: CropRect, photo: Size): number {
  const [reachX, reachY] = reachOf(frame);
  return Math.min(photo.widthPx / 2 / reachX, photo.heightPx / 2 / reachY);
}

/** Moves a frame that fits into the image until it lies there. */
function keptInside(frame: CropRect, photo: Size): CropRect {
  const [reachX, reachY] = reachOf(frame);
  return {
    ...frame,
    centerX: within(
      frame.centerX,
      Math.min(reachX, photo.widthPx / 2),
      Math.max(photo.widthPx - reachX, photo.widthPx / 2),
    ),
    centerY: within(
      frame.centerY,
      Math.min(reachY, photo.heightPx / 2),
      Math.max(photo.heightPx - reachY, photo.heightPx / 2),
    ),
  };
}

/** @returns a frame of the same ratio whose sides lie within the limits of a stored state. */
function ofPossibleSize(frame: CropRect): CropRect {
  const { widthPx, heightPx } = frame;
  const scale = Math.min(maxPx / Math.max(widthPx, heightPx), Math.max(1, 1 / Math.min(widthPx, heightPx)));
  if (scale === 1) return frame;
  return { ...frame, widthPx: within(widthPx * scale, 1, maxPx), heightPx: within(heightPx * scale, 1, maxPx) };
}

/** Moves a frame that is beyond the image until it reaches it; a small one, as far as to its own middle. */
function broughtOn(photo: Size, frame: CropRect): CropRect {
  const sides = [frame.widthPx, frame.heightPx, photo.widthPx, photo.heightPx];
  const inside = Math.min(minSidePx, ...sides.map((side) => side / 2));
  // The image's place nearest to the frame's middle is to be in the frame.
  const [x, y] = mapped(
    turnOf(frame),
    within(frame.centerX, inside, photo.widthPx - inside),
    within(frame.centerY, inside, photo.heightPx - inside),
  );
  const { left, top, right, bottom } = cropCorners(frame);
  const [across, down] = [x - within(x, left, right), y - within(y, top, bottom)];
  return across === 0 && down === 0 ? frame : moved(frame, across, down);
}

function turnedBounds({ widthPx, heightPx }: Size, orientation: Orientation): Bounds {
  return turnedRect({ left: 0, top: 0, right: widthPx, bottom: heightPx }, orientation);
}

function union(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** @returns what must be added to the places so that one of them lies on a line; the least, or nothing. */
function nearest(places: readonly number[], lines: readonly number[] = [], reachPx = 0): number | undefined {
  const gaps = places.flatMap((place) => lines.map((line) => line - place));
  const smallest = gaps.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0];
  return smallest !== undefined && Math.abs(smallest) <= reachPx ? smallest : undefined;
}

/** @returns the larger of two widths. When one of the sides snapped to a line, its width is returned. */
function wider(one: number, other: number, oneSnapped: boolean, otherSnapped: boolean): number {
  if (oneSnapped !== otherSnapped) return oneSnapped ? one : other;
  return Math.max(one, other);
}

/** The nearest whole quarters; from 45° both ways, those that are nearer to none. */
function quarterOf(angleDeg: number): number {
  return Math.sign(angleDeg) * Math.ceil(Math.abs(angleDeg) / 90 - 0.5) * 90;
}

/** −180 (not included) … 180, to a hundredth. */
function normal(angleDeg: number): number {
  const angle = ((angleDeg % 360) + 360) % 360;
  const signed = angle > 180 ? angle - 360 : angle;
  return Math.round(signed * 100) / 100 + 0;
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
