import type { DocumentState } from '../schema/document-state.ts';

/** @returns the state without its outline. */
export function withoutOutline(state: DocumentState): DocumentState {
  const { outline, ...others } = state;
  return outline ? others : state;
}
