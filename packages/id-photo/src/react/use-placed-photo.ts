import { useMemo } from 'react';

import { type ChosenId, type PhotoWorkState, placedPhoto, type PlacedPhoto } from './photo-work.ts';

/**
 * Returns the same object until the photo is placed again. While a guide is moved, the object stays.
 * @param id Document of the photo; null when there is none.
 */
export function usePlacedPhoto(state: PhotoWorkState, id: ChosenId | null = state.documentId): PlacedPhoto | undefined {
  const { head, background, isForOtherUses } = state;
  const ownSize = id === 'own' ? state.ownSize : undefined;
  return useMemo(
    () => (id === null ? undefined : placedPhoto(state, id)),
    // Only these fields of the head affect the placement, and the own size only when it is the document.
    // oxlint-disable-next-line react/exhaustive-deps
    [head?.fitted, head?.strokes, head?.matte, head?.found, background, isForOtherUses, ownSize, id],
  );
}
