import type { Part, Size } from '../api/size.ts';
import { type Mask, resampleMask } from './resample-mask.ts';
import { smoothStep } from './smooth-step.ts';
import { unitePasses } from './unite-passes.ts';

/** What is subject by more than this is to be seen closer. */
const minShare = 0.1;
/** Of the subject's width and height, how much is seen on either side of it: the network knows a thing by what is about it. */
const marginShare = 0.16;
/** Of the picture's width and height, the least that is seen. */
const minPartShare = 0.5;
/**
 * How many times as large as in the whole mask a close-up shows the picture: up to the first number the edges of the whole mask count alone,
 * from the second on those of the close-up.
 */
const [leastMagnification, wholeMagnification] = [1.2, 2];

/**
 * Finds the part of a picture in which its subject is, with a margin about it.
 * @param picture its size.
 * @returns in whole pixels of the picture; all of it where the mask is empty.
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

/** @returns the first pixel of a line's part and the one after its last. */
function widened(from: number, to: number, lengthPx: number): readonly [firstPx: number, endPx: number] {
  const share = Math.min(Math.max((to - from) * (1 + 2 * marginShare), minPartShare), 1);
  // What would lie beyond the picture on one side is not seen more of on the other, but for the least part.
  const start = Math.min(Math.max((from + to - share) / 2, 0), 1 - Math.min(minPartShare, share));
  const end = Math.max(Math.min((from + to + share) / 2, 1), start + Math.min(minPartShare, share));
  return [Math.floor(start * lengthPx), Math.min(Math.ceil(end * lengthPx), lengthPx)];
}

/**
 * Puts the mask of a part into the whole picture's. Where the two differ by no more than an edge, the close-up counts as far as it shows the
 * picture larger: a close-up of nearly everything has no more detail. Where they differ by a part of the subject, the mask that has more of it
 * counts: see `unitePasses`.
 * @param part of the picture, that the close-up shows.
 * @param picture its size.
 * @param size of the result.
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

/** @returns how many times as large as in the whole mask the close-up shows the picture, as the mean of both axes. */
function magnificationOf(closeUp: Size, part: Size, whole: Size, picture: Size): number {
  const across = closeUp.widthPx / part.widthPx / (whole.widthPx / picture.widthPx);
  const down = closeUp.heightPx / part.heightPx / (whole.heightPx / picture.heightPx);
  return Math.sqrt(across * down);
}

/** @returns the pixels that lie wholly within a part. */
function pixelsWithin({ leftPx, topPx, widthPx, heightPx }: Part): Part {
  // What is a whole number but for rounding is one.
  const [left, top] = [Math.ceil(leftPx - 1e-6), Math.ceil(topPx - 1e-6)];
  return {
    leftPx: left,
    topPx: top,
    widthPx: Math.floor(leftPx + widthPx + 1e-6) - left,
    heightPx: Math.floor(topPx + heightPx + 1e-6) - top,
  };
}

/** @returns the same part of a picture in pixels of another size. */
function scaledPart({ leftPx, topPx, widthPx, heightPx }: Part, from: Size, to: Size): Part {
  const [across, down] = [to.widthPx / from.widthPx, to.heightPx / from.heightPx];
  return { leftPx: leftPx * across, topPx: topPx * down, widthPx: widthPx * across, heightPx: heightPx * down };
}

function sizeOf({ widthPx, heightPx }: Size): Size {
  return { widthPx, heightPx };
}
