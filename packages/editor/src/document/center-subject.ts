import type { Matte } from '@isola/imaging';
import { centeredCrop, cropCorners, type Orientation, subjectBox } from './crop-rect.ts';
import type { CropRect } from '../schema/document-state.ts';

/** Of the frame's side, left free round a subject in its middle. */
export const defaultMarginPercent = 10;
export const maxMarginPercent = 40;

/** More than this alpha is subject: a soft shadow or a hair's tip does not push it out of the middle. */
const subjectThreshold = 64;
/** As a share of the frame's side: an edge that was moved or made soft since does not count. */
const slack = 0.01;

/**
 * @param ratio the frame's width by its height.
 * @returns the frame with the subject in its middle; undefined where there is none.
 */
export function centerOnSubject(
  matte: Matte,
  ratio: number,
  marginPercent: number,
  orientation: Orientation,
): CropRect | undefined {
  const box = subjectBox(matte, subjectThreshold, orientation);
  return box && centeredCrop(box, ratio, marginPercent / 100, orientation);
}

/** @returns the whole per cent of margin round the subject; undefined where it is not in the frame's middle. */
export function marginPercentOf(frame: CropRect, matte: Matte): number | undefined {
  const box = subjectBox(matte, subjectThreshold, frame);
  if (!box) return undefined;
  const { left, top, right, bottom } = cropCorners(frame);
  const away = [
    (box.left + box.right - left - right) / 2 / frame.widthPx,
    (box.top + box.bottom - top - bottom) / 2 / frame.heightPx,
  ];
  const filled = Math.max((box.right - box.left) / frame.widthPx, (box.bottom - box.top) / frame.heightPx);
  const percent = Math.round(50 * (1 - filled)) + 0;
  const isCentred = away.every((share) => Math.abs(share) <= slack) && percent >= 0 && percent <= maxMarginPercent;
  return isCentred ? percent : undefined;
}
