import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface SubjectPlacingState {
  /** True while dragging on the canvas moves and scales the subject. */
  readonly isPlacing: boolean;
}

/** Switches a drag on the canvas between moving the view and moving the subject over its background. */
export interface SubjectPlacing extends ReadonlyStore<SubjectPlacingState> {
  readonly set: (isPlacing: boolean) => void;
}

export function createSubjectPlacing(): SubjectPlacing {
  const { setState, ...store } = createStore<SubjectPlacingState>(() => ({ isPlacing: false }));
  return { ...store, set: (isPlacing) => setState({ isPlacing }) };
}
