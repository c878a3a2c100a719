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
 * A crop is the part of the image that is shown. The crop is upright, and the image is mirrored and turned under it. Two
 * coordinate systems are used, both in px of the image: image coordinates, and turned coordinates, in which the image is
 * mirrored and turned about its top left corner. In turned coordinates every crop of that orientation is an upright
 * rectangle.
 */

/** Orientation of the image under its crop. */
export type Orientation = Pick<CropRect, 'angleDeg' | 'mirrored'>;

export const upright: Orientation = { angleDeg: 0, mirrored: false };

/** Smallest side to which a crop can be resized, and smallest overlap with the image to which it can be moved. */
export const minSidePx = 16;
/** Largest straightening. 45° would be ambiguous: it is also −45° from the next quarter turn. */
const maxStraighteningDeg = 44.99;
/** Tolerance for rounding errors. */
const slackPx = 1e-6;

export function wholeImageCrop(image: Size): CropRect {
  return { centerX: image.widthPx / 2, centerY: image.heightPx / 2, ...sizeOf(image), ...upright };
}

/**
 * Normalises a crop for the document: clamps its size and keeps it overlapping the image.
 * @returns undefined when the crop is the whole image, which the document stores as no crop.
 */
export function cropOrNone(wanted: CropRect, image: Size): CropRect | undefined {
  const crop = movedOnto(image, withClampedSize(wanted));
  const whole = wholeImageCrop(image);
  const isWhole =
    crop.angleDeg === 0 &&
    !crop.mirrored &&
    (['centerX', 'centerY', 'widthPx', 'heightPx'] as const).every((key) => Math.abs(crop[key] - whole[key]) < 0.01);
  return isWhole ? undefined : crop;
}

/**
 * Returns the transform from the result's pixels to the image. It scales both axes alike.
 *
 * - Without a `size` the result has as many px as the crop, rounded down, and at least one each way. A crop above the size
 *   limits is scaled down as a whole.
 * - With a `size` whose ratio differs from the crop's, the excess is cut off equally on both sides.
 * - A scale that would change the longer side by less than one px is taken as 1.
 * - At a scale of 1 and at quarter turns, the crop is rounded to whole px, so that pixels are moved and not resampled.
 */
export function placementOf(image: Size, crop?: CropRect, size?: Size): OutputTransform {
  const { centerX, centerY, ...shown } = crop ?? wholeImageCrop(image);
  const { widthPx, heightPx } = size ?? resultSize(shown);
  const exact = Math.min(shown.widthPx / widthPx, shown.heightPx / heightPx);
  const perPx = Math.abs(exact - 1) * Math.max(widthPx, heightPx) < 1 ? 1 : exact;
  const toPhoto = chain(
    translation(-widthPx / 2, -heightPx / 2),
    scaling(perPx),
    inverse(turnOf(shown)),
    translation(centerX, centerY),
  );
  const isMove = perPx === 1 && shown.angleDeg % 90 === 0;
  return {
    toPhoto: isMove ? { ...toPhoto, e: Math.round(toPhoto.e), f: Math.round(toPhoto.f) } : toPhoto,
    widthPx,
    heightPx,
  };
}

/** Returns the size of a result for which no size was set; see `placementOf`. */
export function resultSize(crop: Size): Size {
  const { widthPx, heightPx } = crop;
  const shrink = Math.min(1, maxSidePx / Math.max(widthPx, heightPx), Math.sqrt(maxPixels / (widthPx * heightPx)));
  // 1000 px must not become 999 because a turn left 999.9999 of them.
  const whole = (side: number) => Math.max(1, Math.floor(side * shrink + slackPx));
  return { widthPx: whole(widthPx), heightPx: whole(heightPx) };
}

/** Returns the number of px of a result for each px of the image. More than 1 enlarges. */
export function enlargementOf(crop: Size, size: Size): number {
  return Math.max(size.widthPx / crop.widthPx, size.heightPx / crop.heightPx);
}

/**
 * Finds the bounding box of the values that are at least `threshold`.
 * @param threshold 1…255.
 * @returns the box in turned coordinates, which are image coordinates when the image is upright; undefined when no value
 *   reaches the threshold.
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
    // At any angle, the extreme point of a row is its first pixel or its last.
    for (const x of [first - start, last + 1 - start]) {
      include(x, y);
      include(x, y + 1);
    }
  }
  return box.left < box.right ? box : undefined;
}

/** Returns the bounding box, in turned coordinates, of a rectangle in image coordinates. */
export function turnedRect({ left, top, right, bottom }: Bounds, orientation: Orientation): Bounds {
  const { a, b, c, d } = turnOf(orientation);
  const [x, y] = mapped(turnOf(orientation), (left + right) / 2, (top + bottom) / 2);
  const halfWidth = (Math.abs(a) * (right - left) + Math.abs(c) * (bottom - top)) / 2;
  const halfHeight = (Math.abs(b) * (right - left) + Math.abs(d) * (bottom - top)) / 2;
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight };
}

/** The sides of the image that cut the subject off. `start` is the left or the upper side. */
export interface CutOff {
  readonly horizontal: { readonly start: boolean; readonly end: boolean };
  readonly vertical: { readonly start: boolean; readonly end: boolean };
}

const nowhere = { start: false, end: false };

/**
 * Returns the smallest crop with the subject in its middle and a margin on every side. On the tighter axis the margins are
 * exactly as wide as requested; on the other axis they are wider. A side of the image that cuts the subject off, such as
 * the lower side of a portrait, gets no margin, because the subject would float there.
 * @param box Subject's box in turned coordinates of the same orientation.
 * @param shape Ratio of the crop, width by height, or a size that has this ratio.
 * @param margin Share of the crop's width that is free on the left and on the right, and of its height above and below:
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
  return cropAround(x, y, { widthPx, heightPx }, orientation);
}

/** @returns the number of sides of an axis that have a margin: 0…2. */
export function freeSides({ start, end }: CutOff['horizontal']): number {
  return (start ? 0 : 1) + (end ? 0 : 1);
}

/** @returns the middle of the crop along an axis on which the subject extends from `from` to `to`. */
export function middleOf(from: number, to: number, side: number, { start, end }: CutOff['horizontal']): number {
  if (start === end) return (from + to) / 2;
  return start ? from + side / 2 : to - side / 2;
}

/**
 * Changes the ratio of a crop about the same middle. The crop keeps its share of the largest possible crop: the largest
 * crop of one ratio becomes the largest of the other. A crop that was inside the image stays inside.
 */
export function cropForRatio(crop: CropRect, ratio: number, image: Size): CropRect {
  const wanted = { ...crop, widthPx: crop.heightPx * ratio };
  const fill = 1 / maxScale(crop, image);
  const scale = maxScale(wanted, image) * fill;
  const next = { ...crop, widthPx: wanted.widthPx * scale, heightPx: wanted.heightPx * scale };
  return isInside(crop, image) ? movedInside(next, image) : next;
}

/** Turns the image and its crop by a quarter turn. */
export function rotatedQuarterTurn(crop: CropRect, direction: 'clockwise' | 'counterclockwise'): CropRect {
  const angleDeg = normal(crop.angleDeg + (direction === 'clockwise' ? 90 : -90));
  return { ...crop, widthPx: crop.heightPx, heightPx: crop.widthPx, angleDeg };
}

/** Mirrors the image and its crop, left for right. */
export function mirrored(crop: CropRect): CropRect {
  return { ...crop, angleDeg: normal(-crop.angleDeg), mirrored: !crop.mirrored };
}

/** Mirrors the image and its crop, top for bottom. */
export function flipped(crop: CropRect): CropRect {
  const { angleDeg, ...next } = mirrored(crop);
  return { ...next, angleDeg: normal(angleDeg + 180) };
}

/** Enlarges a crop about its middle, so that the background shows beyond the image. */
export function extended(crop: CropRect, factor: number): CropRect {
  return { ...crop, widthPx: crop.widthPx * factor, heightPx: crop.heightPx * factor };
}

/** @returns the angle beyond the nearest quarter turn: −45…45, rounded to hundredths of a degree. */
export function straighteningOf({ angleDeg }: Pick<CropRect, 'angleDeg'>): number {
  return Math.round((angleDeg - quarterOf(angleDeg)) * 100) / 100;
}

/**
 * Turns the image under a crop about the crop's middle. A crop that was inside the image stays inside: it shrinks as far
 * as necessary, and a crop that was as large as possible stays as large as possible.
 * @param deg Angle beyond the crop's quarter turn: −45…45.
 */
export function straightened(crop: CropRect, deg: number, image: Size): CropRect {
  const straighteningDeg = clamp(deg, -maxStraighteningDeg, maxStraighteningDeg);
  const next = { ...crop, angleDeg: normal(quarterOf(crop.angleDeg) + straighteningDeg) };
  if (!isInside(crop, image)) return next;
  const isLargest = maxScale(crop, image) < 1 + 1e-4;
  const scale = isLargest ? maxScale(next, image) : Math.min(1, maxScale(next, image));
  return movedInside({ ...next, widthPx: next.widthPx * scale, heightPx: next.heightPx * scale }, image);
}

/** @returns a crop as a rectangle in turned coordinates. */
export function cropCorners(crop: CropRect): Bounds {
  const [x, y] = mapped(turnOf(crop), crop.centerX, crop.centerY);
  return {
    left: x - crop.widthPx / 2,
    top: y - crop.heightPx / 2,
    right: x + crop.widthPx / 2,
    bottom: y + crop.heightPx / 2,
  };
}

/** The scene of the crop tool: the crop, and the image turned under it. */
export interface CropScene {
  /** Size in whole px. */
  readonly size: Size;
  /** Transform from px of the image to px of the scene, at a scale of 1. */
  readonly imageToScene: Affine;
  readonly cropInScene: Bounds;
  /** Offset that is added to turned coordinates. */
  readonly offsetX: number;
  readonly offsetY: number;
}

/**
 * Lays out the scene of the crop tool, which is as large as the image and the crop need.
 * @param sizedFor Crop for which the scene is sized. During a drag this is the crop before the drag, so that the scene does
 *   not move.
 */
export function cropScene(image: Size, crop: CropRect | undefined, sizedFor: CropRect | undefined = crop): CropScene {
  const shown = crop ?? wholeImageCrop(image);
  const imageBounds = turnedBounds(image, shown);
  const isAligned = sizedFor?.angleDeg === shown.angleDeg && sizedFor.mirrored === shown.mirrored;
  const bounds = union(imageBounds, cropCorners(isAligned ? sizedFor : shown));
  const [offsetX, offsetY] = [-bounds.left, -bounds.top];
  const rect = cropCorners(shown);
  return {
    size: {
      widthPx: Math.ceil(bounds.right - bounds.left - slackPx),
      heightPx: Math.ceil(bounds.bottom - bounds.top - slackPx),
    },
    imageToScene: chain(turnOf(shown), translation(offsetX, offsetY)),
    cropInScene: {
      left: rect.left + offsetX,
      top: rect.top + offsetY,
      right: rect.right + offsetX,
      bottom: rect.bottom + offsetY,
    },
    offsetX,
    offsetY,
  };
}

/** @returns whether the image covers all of a crop. */
export function isInside(crop: CropRect, image: Size): boolean {
  const [reachX, reachY] = reachOf(crop);
  return (
    crop.centerX - reachX > -0.01 &&
    crop.centerY - reachY > -0.01 &&
    crop.centerX + reachX < image.widthPx + 0.01 &&
    crop.centerY + reachY < image.heightPx + 0.01
  );
}

function turnOf({ angleDeg, mirrored: isMirrored }: Orientation): Affine {
  return rotation(angleDeg, isMirrored);
}

function sizeOf({ widthPx, heightPx }: Size): Size {
  return { widthPx, heightPx };
}

/** @returns the crop of a size whose middle is at a point in turned coordinates. */
export function cropAround(
  x: number,
  y: number,
  size: Size,
  { angleDeg, mirrored: isMirrored }: Orientation,
): CropRect {
  const [centerX, centerY] = mapped(inverse(rotation(angleDeg, isMirrored)), x, y);
  return { centerX, centerY, ...sizeOf(size), angleDeg, mirrored: isMirrored };
}

/** @returns how far a crop extends from its middle along the axes of the image. */
function reachOf({ widthPx, heightPx, ...orientation }: CropRect): readonly [x: number, y: number] {
  const { a, b, c, d } = turnOf(orientation);
  // The inverse of a rotation is its transpose: rows and columns change places.
  return [(Math.abs(a) * widthPx + Math.abs(b) * heightPx) / 2, (Math.abs(c) * widthPx + Math.abs(d) * heightPx) / 2];
}

/** @returns the largest factor by which a crop can be scaled so that it still fits somewhere into the image. */
function maxScale(crop: CropRect, image: Size): number {
  const [reachX, reachY] = reachOf(crop);
  return Math.min(image.widthPx / 2 / reachX, image.heightPx / 2 / reachY);
}

/** Moves a crop that fits into the image until it is inside. */
function movedInside(crop: CropRect, image: Size): CropRect {
  const [reachX, reachY] = reachOf(crop);
  return {
    ...crop,
    centerX: clamp(
      crop.centerX,
      Math.min(reachX, image.widthPx / 2),
      Math.max(image.widthPx - reachX, image.widthPx / 2),
    ),
    centerY: clamp(
      crop.centerY,
      Math.min(reachY, image.heightPx / 2),
      Math.max(image.heightPx - reachY, image.heightPx / 2),
    ),
  };
}

/** @returns a crop of the same ratio whose sides are within the limits of a stored state. */
function withClampedSize(crop: CropRect): CropRect {
  const { widthPx, heightPx } = crop;
  const scale = Math.min(maxPx / Math.max(widthPx, heightPx), Math.max(1, 1 / Math.min(widthPx, heightPx)));
  if (scale === 1) return crop;
  return { ...crop, widthPx: clamp(widthPx * scale, 1, maxPx), heightPx: clamp(heightPx * scale, 1, maxPx) };
}

/** Moves a crop that is outside the image until they overlap by `minSidePx`, or by half the crop or the image if that is less. */
function movedOnto(image: Size, crop: CropRect): CropRect {
  const sides = [crop.widthPx, crop.heightPx, image.widthPx, image.heightPx];
  const inside = Math.min(minSidePx, ...sides.map((side) => side / 2));
  // The point of the image nearest to the crop's middle must be inside the crop.
  const [x, y] = mapped(
    turnOf(crop),
    clamp(crop.centerX, inside, image.widthPx - inside),
    clamp(crop.centerY, inside, image.heightPx - inside),
  );
  const { left, top, right, bottom } = cropCorners(crop);
  const [across, down] = [x - clamp(x, left, right), y - clamp(y, top, bottom)];
  if (across === 0 && down === 0) return crop;
  return cropAround((left + right) / 2 + across, (top + bottom) / 2 + down, crop, crop);
}

/** @returns the bounding box of the whole image in turned coordinates. */
export function turnedBounds({ widthPx, heightPx }: Size, orientation: Orientation): Bounds {
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

/** @returns the nearest multiple of 90°. ±45° is rounded towards 0. */
function quarterOf(angleDeg: number): number {
  return Math.sign(angleDeg) * Math.ceil(Math.abs(angleDeg) / 90 - 0.5) * 90;
}

/** @returns the same angle in the range −180 (exclusive) … 180, rounded to hundredths of a degree. */
function normal(angleDeg: number): number {
  const angle = ((angleDeg % 360) + 360) % 360;
  const signed = angle > 180 ? angle - 360 : angle;
  return Math.round(signed * 100) / 100 + 0;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
