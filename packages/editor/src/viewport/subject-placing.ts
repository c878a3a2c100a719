import { createStore } from 'zustand/vanilla';

import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface SubjectPlacingState {
  /** Whether the canvas moves and scales the subject. */
  readonly isPlacing: boolean;
}

/** Whether a drag on the canvas moves the subject over its background, rather than the view. */
export interface SubjectPlacing extends ReadonlyStore<SubjectPlacingState> {
  readonly set: (isPlacing: boolean) => void;
}

export function createSubjectPlacing(): SubjectPlacing {
  const { setState, ...store } = createStore<SubjectPlacingState>(() => ({ isPlacing: false }));
  return { ...store, set: (isPlacing) => setState({ isPlacing }) };
}
