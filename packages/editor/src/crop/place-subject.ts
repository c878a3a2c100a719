import type { Size } from '@isola/imaging';

import type { DocumentState } from '../schema/document-state.ts';
import { cropCorners, cropOrNone, minSidePx, wholeImageCrop } from '../document/crop-geometry.ts';
import { resultSizeOf } from '../document/enlargement.ts';
import { moved, type Snapping } from '../crop/crop-interaction.ts';

/*
 * The crop places the subject. The background is rendered into the crop, so that moving the crop to the left moves the
 * subject to the right.
 */

/**
 * Moves the subject within the result.
 * @param across Distance to the right on the screen, in px of the image.
 * @param down Distance downwards on the screen, in px of the image.
 * @param snapping Lines to which the edges and the middle of the crop snap.
 */
export function withMovedSubject(
  state: DocumentState,
  image: Size,
  across: number,
  down: number,
  snapping?: Snapping,
): DocumentState {
  const crop = state.crop ?? wholeImageCrop(image);
  return { ...state, crop: cropOrNone(moved(crop, -across, -down, snapping), image) };
}

/**
 * Scales the subject about a point that stays in place. The result keeps its number of pixels, which is set as its size.
 * @param factor More than 1 enlarges. It is limited so that the crop keeps `minSidePx`.
 * @param about Point in turned coordinates; see `crop-geometry.ts`.
 */
export function withScaledSubject(
  state: DocumentState,
  image: Size,
  factor: number,
  about: { readonly x: number; readonly y: number },
): DocumentState {
  const crop = state.crop ?? wholeImageCrop(image);
  const by = 1 / Math.min(factor, Math.min(crop.widthPx, crop.heightPx) / minSidePx);
  const { left, top, right, bottom } = cropCorners(crop);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const scaled = { ...crop, widthPx: crop.widthPx * by, heightPx: crop.heightPx * by };
  const next = moved(scaled, (about.x - x) * (1 - by), (about.y - y) * (1 - by));
  return { ...state, crop: cropOrNone(next, image), size: resultSizeOf(state, image) };
}
