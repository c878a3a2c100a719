import { useMemo } from 'react';

import type { DocumentId } from '../documents/documents.ts';
import { type PhotoWorkState, placedPhoto, type PlacedPhoto } from './photo-work.ts';

/** @returns the same object until the photo is placed anew: while a guide is moved it stays. */
export function usePlacedPhoto(
  state: PhotoWorkState,
  id: DocumentId | undefined = state.documentId,
): PlacedPhoto | undefined {
  const { head, background } = state;
  return useMemo(
    () => placedPhoto(state, id),
    // Of the head, what it is placed by.
    // oxlint-disable-next-line react/exhaustive-deps
    [head?.fitted, head?.size, head?.found, background, id],
  );
}
