import { useSyncExternalStore } from 'react';

import type { PhotoDocument, StepName } from '../document/image-document.ts';
import type { HistorySnapshot } from '../history/create-history.ts';
import type { Recipe } from '../schema/document-state.ts';

/** @returns the document's state and what can be undone. */
export function useRecipe({ history }: Pick<PhotoDocument, 'history'>): HistorySnapshot<Recipe, StepName> {
  return useSyncExternalStore(history.subscribe, history.getSnapshot, history.getSnapshot);
}
