import type { DocumentId } from '@isola/photo-specs/documents';
import { useMemo } from 'react';

import { type PhotoWorkState, placedPhoto, type PlacedPhoto } from './photo-work.ts';

/** Returns the same object until the photo is placed again. While a guide is moved, the object stays. */
export function usePlacedPhoto(
  state: PhotoWorkState,
  id: DocumentId | undefined = state.documentId,
): PlacedPhoto | undefined {
  const { head, background } = state;
  return useMemo(
    () => placedPhoto(state, id),
    // Only these fields of the head affect the placement.
    // oxlint-disable-next-line react/exhaustive-deps
    [head?.fitted, head?.size, head?.found, background, id],
  );
}
