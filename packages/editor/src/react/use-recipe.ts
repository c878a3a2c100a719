import { useSyncExternalStore } from 'react';

import type { ImageDocument } from '../document/image-document.ts';
import type { StepName } from '../registry/step-names.ts';
import type { HistorySnapshot } from '../history/create-history.ts';
import type { DocumentState } from '../schema/document-state.ts';

/** @returns the document's state and what can be undone. */
export function useDocumentState({
  history,
}: Pick<ImageDocument, 'history'>): HistorySnapshot<DocumentState, StepName> {
  return useSyncExternalStore(history.subscribe, history.getSnapshot, history.getSnapshot);
}
