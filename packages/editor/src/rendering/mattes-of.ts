import type { Matte } from '@isola/imaging';

import type { ImageDocument } from '../document/image-document.ts';
import type { ImageSegmentation } from '../image/image-segmentation.ts';
import { initialState } from '../schema/initial-state.ts';

type EditedDocument = Pick<ImageDocument, 'history'>;

const newest = new WeakMap<EditedDocument['history'], Matte>();

/** Keeps the matte that was computed for the current edits of a document, for `mattesOf`. */
export function keepEditedMatte({ history }: EditedDocument, matte: Matte): void {
  newest.set(history, matte);
}

/**
 * Returns the mattes of a document's subject: that with the newest edits whose matte has been computed, and that of the
 * segmentation. Without an image, there are none.
 */
export function mattesOf({
  document: { history },
  segmentation,
}: {
  readonly document: EditedDocument;
  readonly segmentation?: Pick<ImageSegmentation, 'matte'> | undefined;
}): readonly Matte[] {
  if (!segmentation) return [];
  const isEdited = history.getState().state.matte !== initialState.matte;
  const edited = isEdited ? newest.get(history) : undefined;
  return edited ? [edited, segmentation.matte] : [segmentation.matte];
}
