import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface LayerSelectionState {
  /** Id of the text or picture whose settings are shown; undefined when none is selected. */
  readonly id: string | undefined;
}

/** The selected text or picture of a document, on the canvas and in the panel. */
export interface LayerSelection extends ReadonlyStore<LayerSelectionState> {
  readonly select: (id: string | undefined) => void;
}

export function createLayerSelection(): LayerSelection {
  const { setState, ...store } = createStore<LayerSelectionState>(() => ({ id: undefined }));
  return { ...store, select: (id) => setState({ id }) };
}
