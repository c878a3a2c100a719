import type { Matte, Bounds } from '@isola/imaging';

import type { CropRect } from '../schema/document-state.ts';
import {
  centeredCrop,
  cropCorners,
  type CutOff,
  freeSides,
  middleOf,
  type Orientation,
  subjectBox,
  turnedRect,
} from './crop-rect.ts';

/** Free margin round a centred subject, in hundredths of the frame's side. */
export const defaultMarginPercent = 10;
export const maxMarginPercent = 40;

/** More than this alpha is subject: a soft shadow or a hair's tip does not push it out of the middle. */
const subjectThreshold = 64;
/** As a share of the frame's side: an edge that was moved or made soft since does not count. */
const slack = 0.01;
/** As a share of the image's side: a subject that comes so near to it is cut off there. */
const touchSlack = 0.004;

/**
 * @param ratio the frame's width by its height.
 * @returns the frame with the subject in its middle, or at the side of the image that cuts it off; undefined where there is
 *   no subject.
 */
export function centerOnSubject(
  matte: Matte,
  ratio: number,
  marginPercent: number,
  orientation: Orientation,
): CropRect | undefined {
  const box = subjectBox(matte, subjectThreshold, orientation);
  return box && centeredCrop(box, ratio, marginPercent / 100, orientation, cutOffOf(box, matte, orientation));
}

/** @returns the whole per cent of margin round the subject; undefined where the frame is not about it. */
export function marginPercentOf(frame: CropRect, matte: Matte): number | undefined {
  const box = subjectBox(matte, subjectThreshold, frame);
  if (!box) return undefined;
  const { left, top, right, bottom } = cropCorners(frame);
  const { horizontal, vertical } = cutOffOf(box, matte, frame);
  const away = [
    (middleOf(box.left, box.right, frame.widthPx, horizontal) - (left + right) / 2) / frame.widthPx,
    (middleOf(box.top, box.bottom, frame.heightPx, vertical) - (top + bottom) / 2) / frame.heightPx,
  ];
  const margins = [
    (1 - (box.right - box.left) / frame.widthPx) / freeSides(horizontal),
    (1 - (box.bottom - box.top) / frame.heightPx) / freeSides(vertical),
  ].filter((margin) => Number.isFinite(margin));
  const percent = Math.round(100 * Math.min(...margins)) + 0;
  const isCentred = away.every((share) => Math.abs(share) <= slack) && percent >= 0 && percent <= maxMarginPercent;
  return isCentred ? percent : undefined;
}

/** A frame that is turned by less than a quarter has no side along the image's. */
function cutOffOf(box: Bounds, { widthPx, heightPx }: Matte, orientation: Orientation): CutOff {
  const isTurned = orientation.angleDeg % 90 !== 0;
  const image = turnedRect({ left: 0, top: 0, right: widthPx, bottom: heightPx }, orientation);
  const touches = (gap: number, side: number) => !isTurned && gap <= side * touchSlack;
  const [across, down] = [image.right - image.left, image.bottom - image.top];
  return {
    horizontal: { start: touches(box.left - image.left, across), end: touches(image.right - box.right, across) },
    vertical: { start: touches(box.top - image.top, down), end: touches(image.bottom - box.bottom, down) },
  };
}
