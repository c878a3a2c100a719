import type { Size } from '@isola/imaging';

import type { DocumentState } from '../schema/document-state.ts';
import { cropCorners, cropOrNone, moved, resultSize, type Snapping, wholeImageCrop } from './crop-rect.ts';

/*
 * A subject is placed by the crop: the background is rendered in the frame, so that the frame which is moved to the left
 * has the subject moved to the right.
 */

/** A frame is made no smaller by scaling the subject, in px of the image. */
const minFramePx = 16;

/**
 * @param across to the right as it is seen, and `down`, in px of the image.
 * @param snapping lines that the frame's edges and its middle keep to.
 */
export function withMovedSubject(
  state: DocumentState,
  photo: Size,
  across: number,
  down: number,
  snapping?: Snapping,
): DocumentState {
  const frame = state.crop ?? wholeImageCrop(photo);
  return { ...state, crop: cropOrNone(moved(frame, -across, -down, snapping), photo) };
}

/**
 * Scales the subject about a place that stays where it is seen. The result keeps its pixels: they are set as its size.
 * @param factor above 1 enlarges; what would make the frame smaller than 16 px is limited.
 * @param about in turned places; see `crop-rect.ts`.
 */
export function withScaledSubject(
  state: DocumentState,
  photo: Size,
  factor: number,
  about: { readonly x: number; readonly y: number },
): DocumentState {
  const frame = state.crop ?? wholeImageCrop(photo);
  const by = 1 / Math.min(factor, Math.min(frame.widthPx, frame.heightPx) / minFramePx);
  const { left, top, right, bottom } = cropCorners(frame);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const scaled = { ...frame, widthPx: frame.widthPx * by, heightPx: frame.heightPx * by };
  const next = moved(scaled, (about.x - x) * (1 - by), (about.y - y) * (1 - by));
  return { ...state, crop: cropOrNone(next, photo), size: state.size ?? resultSize(frame) };
}
