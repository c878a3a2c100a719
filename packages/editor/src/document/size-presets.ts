import type { Matte, Size } from '@isola/imaging';
import { marketplaceIds, marketplaces, targetSize } from '@isola/photo-specs/marketplaces';

import type { DocumentState } from '../schema/document-state.ts';
import { fitsSubject } from './center-subject.ts';
import { type CropChoiceState, withCenteredSubject } from './crop-choice.ts';
import { cropForRatio, cropOrNone, wholeImageCrop } from './crop-geometry.ts';

/** A common size of results. The names of screens are in the bundle `editor`, and those of shops in `shop-photo`. */
export interface SizePreset extends Size {
  readonly id: string;
}

/** Sizes for screens and social media. Add a size by adding a row, and its name to the bundle as `crop.sizes.<id>`. */
export const screenSizes = [
  { id: 'square', widthPx: 1080, heightPx: 1080 },
  { id: 'portrait', widthPx: 1080, heightPx: 1350 },
  { id: 'story', widthPx: 1080, heightPx: 1920 },
  { id: 'wide', widthPx: 1920, heightPx: 1080 },
  { id: 'thumbnail', widthPx: 1280, heightPx: 720 },
] as const satisfies readonly SizePreset[];

/** The size of a main image for each marketplace. */
export const marketplaceSizes = marketplaceIds.map((id) => ({ id, ...targetSize(marketplaces[id]) }));

/**
 * Returns the state with a size in px. The crop gets the ratio of the size. A crop that would then cut off a part of the
 * subject is extended beyond the image instead, with the subject in its middle.
 * @param matte Edited matte of the image's size.
 */
export function withSize(state: DocumentState, size: Size, matte: Matte, choice: CropChoiceState): DocumentState {
  const crop = state.crop ?? wholeImageCrop(matte);
  const next = cropForRatio(crop, size.widthPx / size.heightPx, matte);
  const sized = { ...state, crop: cropOrNone(next, matte), size };
  if (fitsSubject(next, matte) || !fitsSubject(crop, matte)) return sized;
  return withCenteredSubject(sized, matte, choice) ?? sized;
}
