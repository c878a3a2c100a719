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
} from './crop-geometry.ts';

/** Margin around a centred subject, in per cent of the crop's side. */
export const defaultMarginPercent = 10;
export const maxMarginPercent = 40;

/** Smallest alpha of the subject. Soft shadows and the tips of hair are below it, so that they do not move the middle. */
const subjectThreshold = 64;
/** Tolerance as a share of the crop's side, for an edge that was moved or softened since. */
const slack = 0.01;
/** Distance, as a share of the image's side, below which a side of the image cuts the subject off. */
const touchSlack = 0.004;

/**
 * Centres a crop on the subject. On a side of the image that cuts the subject off, the crop ends with the image.
 * @param ratio Ratio of the crop's width to its height.
 * @returns undefined when there is no subject.
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

/** @returns the margin around the subject in whole per cent; undefined when the crop is not centred on it. */
export function marginPercentOf(crop: CropRect, matte: Matte): number | undefined {
  const box = subjectBox(matte, subjectThreshold, crop);
  if (!box) return undefined;
  const { left, top, right, bottom } = cropCorners(crop);
  const { horizontal, vertical } = cutOffOf(box, matte, crop);
  const away = [
    (middleOf(box.left, box.right, crop.widthPx, horizontal) - (left + right) / 2) / crop.widthPx,
    (middleOf(box.top, box.bottom, crop.heightPx, vertical) - (top + bottom) / 2) / crop.heightPx,
  ];
  const margins = [
    (1 - (box.right - box.left) / crop.widthPx) / freeSides(horizontal),
    (1 - (box.bottom - box.top) / crop.heightPx) / freeSides(vertical),
  ].filter((margin) => Number.isFinite(margin));
  const percent = Math.round(100 * Math.min(...margins)) + 0;
  const isCentred = away.every((share) => Math.abs(share) <= slack) && percent >= 0 && percent <= maxMarginPercent;
  return isCentred ? percent : undefined;
}

/** @returns whether a crop shows the whole subject; true when there is none. */
export function fitsSubject(crop: CropRect, matte: Matte): boolean {
  const box = subjectBox(matte, subjectThreshold, crop);
  if (!box) return true;
  const shown = cropCorners(crop);
  const [across, down] = [crop.widthPx * slack, crop.heightPx * slack];
  return (
    box.left >= shown.left - across &&
    box.right <= shown.right + across &&
    box.top >= shown.top - down &&
    box.bottom <= shown.bottom + down
  );
}

/** @returns the sides that cut the subject off. A tilted crop has none, because its sides are not parallel to the image's. */
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
