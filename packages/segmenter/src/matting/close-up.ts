import type { Part, Size } from '../api/size.ts';
import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { unitePasses } from './unite-passes.ts';

/** Mask value above which a pixel belongs to the subject in the close-up. */
const minShare = 0.1;
/**
 * Margin on each side of the subject, as a share of its width and height. The network recognises a thing by its
 * surroundings.
 */
const marginShare = 0.16;
/** Smallest size of the part, as a share of the image's width and height. */
const minPartShare = 0.5;
/**
 * Magnifications of the close-up relative to the whole mask. Up to the first number only the edges of the whole mask
 * count, from the second on only those of the close-up.
 */
const [leastMagnification, wholeMagnification] = [1.2, 2];

/**
 * Finds the part of an image that contains its subject, with a margin around it.
 * @param picture the image's size.
 * @returns the part in whole pixels of the image, or all of it if the mask is empty.
 */
export function subjectPart({ mask, widthPx, heightPx }: Mask, picture: Size): Part {
  let [left, right, top, bottom] = [widthPx, 0, heightPx, 0];
  for (let y = 0, at = 0; y < heightPx; y += 1) {
    for (let x = 0; x < widthPx; x += 1, at += 1) {
      if ((mask[at] ?? 0) <= minShare) continue;
      if (x < left) left = x;
      if (x >= right) right = x + 1;
      if (y < top) top = y;
      bottom = y + 1;
    }
  }
  if (right === 0) return { leftPx: 0, topPx: 0, ...sizeOf(picture) };
  const [leftPx, endXPx] = widened(left / widthPx, right / widthPx, picture.widthPx);
  const [topPx, endYPx] = widened(top / heightPx, bottom / heightPx, picture.heightPx);
  return { leftPx, topPx, widthPx: endXPx - leftPx, heightPx: endYPx - topPx };
}

/** Returns the first pixel of a line's part and the one after its last. */
function widened(from: number, to: number, lengthPx: number): readonly [firstPx: number, endPx: number] {
  const share = Math.min(Math.max((to - from) * (1 + 2 * marginShare), minPartShare), 1);
  // If the margin would extend beyond the image on one side, the other side is not extended, except to reach the
  // smallest part.
  const start = Math.min(Math.max((from + to - share) / 2, 0), 1 - Math.min(minPartShare, share));
  const end = Math.max(Math.min((from + to + share) / 2, 1), start + Math.min(minPartShare, share));
  return [Math.floor(start * lengthPx), Math.min(Math.ceil(end * lengthPx), lengthPx)];
}

/**
 * Inserts the mask of a part into the whole image's mask. Where the two differ by no more than an edge, the close-up
 * counts as far as it magnifies the image: a close-up of nearly everything has no more detail. Where they differ by a
 * part of the subject, the mask that contains more of it counts: see `unitePasses`.
 * @param part the part of the image that the close-up shows.
 * @param picture the image's size.
 * @param size size of the result.
 */
export function insertCloseUp(
  whole: Mask,
  closeUp: Mask,
  part: Part,
  picture: Size,
  size: Size,
): Float32Array<ArrayBuffer> {
  const sameOfWhole = resampleMask(whole, closeUp, scaledPart(part, picture, whole));
  const edgeShare = smoothStep(leastMagnification, wholeMagnification, magnificationOf(closeUp, part, whole, picture));
  const mask = unitePasses(closeUp, { ...sizeOf(closeUp), mask: sameOfWhole }, edgeShare);
  const inserted = resampleMask(whole, size);
  const { leftPx, topPx, widthPx, heightPx } = pixelsWithin(scaledPart(part, picture, size));
  // The part that these pixels show, in pixels of the close-up.
  const shown = scaledPart({ leftPx, topPx, widthPx, heightPx }, size, picture);
  const within = { ...shown, leftPx: shown.leftPx - part.leftPx, topPx: shown.topPx - part.topPx };
  const pasted = resampleMask({ ...sizeOf(closeUp), mask }, { widthPx, heightPx }, scaledPart(within, part, closeUp));
  for (let y = 0; y < heightPx; y += 1) {
    inserted.set(pasted.subarray(y * widthPx, (y + 1) * widthPx), (topPx + y) * size.widthPx + leftPx);
  }
  return inserted;
}

/** Returns the magnification of the close-up relative to the whole mask, as the mean of both axes. */
function magnificationOf(closeUp: Size, part: Size, whole: Size, picture: Size): number {
  const across = closeUp.widthPx / part.widthPx / (whole.widthPx / picture.widthPx);
  const down = closeUp.heightPx / part.heightPx / (whole.heightPx / picture.heightPx);
  return Math.sqrt(across * down);
}

/** Returns the pixels that lie entirely within a part. */
function pixelsWithin({ leftPx, topPx, widthPx, heightPx }: Part): Part {
  // Rounding errors must not exclude a pixel at a whole number.
  const [left, top] = [Math.ceil(leftPx - 1e-6), Math.ceil(topPx - 1e-6)];
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.floor(leftPx + widthPx + 1e-6) - left,
    heightPx: Math.floor(topPx + heightPx + 1e-6) - top,
  };
}

/** Returns the same part of an image in pixels of another size. */
function scaledPart({ leftPx, topPx, widthPx, heightPx }: Part, from: Size, to: Size): Part {
  const [across, down] = [to.widthPx / from.widthPx, to.heightPx / from.heightPx];
  return { leftPx: leftPx * across, topPx: topPx * down, widthPx: widthPx * across, heightPx: heightPx * down };
}

function sizeOf({ widthPx, heightPx }: Size): Size {
  return { widthPx, heightPx };
}
