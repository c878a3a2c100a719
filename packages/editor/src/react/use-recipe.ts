import { useStore } from 'zustand';

import type { ImageDocument } from '../document/image-document.ts';
import type { StepName } from '../registry/steps.ts';
import type { HistoryState } from '../history/create-history.ts';
import type { DocumentState } from '../schema/document-state.ts';

/** @returns the document's state and what can be undone. */
export function useDocumentState({ history }: Pick<ImageDocument, 'history'>): HistoryState<DocumentState, StepName> {
  return useStore(history);
}
