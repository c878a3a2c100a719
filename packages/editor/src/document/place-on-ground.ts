import type { Bounds, Matte, Size } from '@isola/imaging';
import type { Ground } from '@isola/scenes';

import type { CropRect, DocumentState } from '../schema/document-state.ts';
import { clamp, cropAround, cropCorners, cropOrNone, subjectBox, upright } from './crop-geometry.ts';
import { resultSizeOf } from './enlargement.ts';

/** Bounding box of a subject, and whether it has a foot to stand on. */
export interface Stance {
  /** Box in px of the image. */
  readonly box: Bounds;
  /** False when a side of the image cuts the subject off, as the lower side does with most portraits. */
  readonly canStand: boolean;
  /** True when the lower side of the image cuts the subject off. */
  readonly isCutBelow: boolean;
}

/** Distance from the image's side, as a share of it, below which the side cuts the subject off. */
const touchSlack = 0.004;
/** Size of a subject, as a share of the result's height: that of the ground, within these bounds. */
const smallest = 0.54;
const largest = 0.68;
/** Factor by which a subject may be larger than the typical subject of the ground, because its true size is unknown. */
const mostEnlarged = 1.6;
/** A wide subject counts as high as this share of its width. */
const widthShare = 0.8;
const widest = 0.84;
/** Smallest distance from the subject's top to the upper edge, as a share of the result's height. */
const headroom = 0.06;
/** Tolerance with which two crops are the same, as a share of their size. */
const slack = 1e-3;

const known = new WeakMap<Matte, Stance | 'none'>();

/** Measures how the subject of a matte stands. @returns undefined when there is no subject. */
export function stanceOf(matte: Matte): Stance | undefined {
  const before = known.get(matte) ?? measured(matte) ?? 'none';
  known.set(matte, before);
  return before === 'none' ? undefined : before;
}

function measured(matte: Matte): Stance | undefined {
  const box = subjectBox(matte);
  if (!box) return undefined;
  const { widthPx, heightPx } = matte;
  const isInside = (gap: number, side: number) => gap > side * touchSlack;
  const isCutBelow = !isInside(heightPx - box.bottom, heightPx);
  const canStand =
    isInside(box.left, widthPx) && isInside(widthPx - box.right, widthPx) && isInside(box.top, heightPx) && !isCutBelow;
  return { box, canStand, isCutBelow };
}

/**
 * Places the subject on a ground: its foot on a row where a subject may stand, and as large as the ground suggests. The
 * result keeps its number of pixels.
 * @param shape Size whose ratio the crop gets.
 */
export function standingOn(
  state: DocumentState,
  ground: Ground,
  { box }: Stance,
  image: Size,
  shape: Size,
): DocumentState {
  const crop = cropOn(ground, box, shape);
  return { ...state, crop: cropOrNone(crop, image), size: resultSizeOf({ ...state, crop: undefined }, shape) };
}

/**
 * Places the subject for another background: on its ground, or as in the image when it has none. A placement of the user
 * stays.
 * @param former Ground of the background before.
 * @param mattes The matte of the subject, and after it those with which it may have been placed on the former ground.
 */
export function placedFor(
  state: DocumentState,
  ground: Ground | undefined,
  former: Ground | undefined,
  mattes: readonly [Matte, ...Matte[]],
): DocumentState {
  const [{ widthPx, heightPx }] = mattes;
  const image = { widthPx, heightPx };
  const [stance, ...others] = mattes.map((matte) => stanceOf(matte));
  if (!stance?.canStand) return state;
  const { crop: present } = state;
  const isPlaced =
    present !== undefined &&
    former !== undefined &&
    [stance, ...others].some((each) => each && isSame(present, cropOn(former, each.box, image)));
  if (present !== undefined && !isPlaced) return state;
  if (ground) return standingOn(state, ground, stance, image, image);
  if (!isPlaced) return state;
  const { crop: _crop, size, ...rest } = state;
  const whole = resultSizeOf({ enlarge: state.enlarge }, image);
  const isWhole = size?.widthPx === whole.widthPx && size.heightPx === whole.heightPx;
  return size && !isWhole ? { ...rest, size } : rest;
}

function cropOn({ horizonY, cameraHeightM, backY, frontY, subjectM }: Ground, box: Bounds, shape: Size): CropRect {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const ratio = shape.widthPx / shape.heightPx;
  const footY = (backY + frontY) / 2;
  const typical = (subjectM * (footY - horizonY)) / cameraHeightM;
  const share = clamp(typical, Math.min(smallest, typical * mostEnlarged), largest);
  const heightPx = Math.max(
    Math.max(height, width * widthShare) / share,
    height / Math.max(0.1, footY - headroom),
    width / widest / ratio,
  );
  const bottom = box.bottom + (1 - footY) * heightPx;
  const size = { widthPx: heightPx * ratio, heightPx };
  return cropAround((box.left + box.right) / 2, bottom - heightPx / 2, size, upright);
}

function isSame(one: CropRect, other: CropRect): boolean {
  const [a, b] = [cropCorners(one), cropCorners(other)];
  const isNear = (key: keyof Bounds) => Math.abs(a[key] - b[key]) < slack * one.heightPx;
  return (
    one.angleDeg === other.angleDeg &&
    one.mirrored === other.mirrored &&
    (['left', 'top', 'right', 'bottom'] as const).every(isNear)
  );
}
