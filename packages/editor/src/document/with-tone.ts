import { isNeutral, noTone } from '@isola/imaging';

import type { DocumentState, Tone } from '../schema/document-state.ts';

/** Returns the state with the subject as it was photographed. */
export function withoutTone(state: DocumentState): DocumentState {
  const { tone, ...others } = state;
  return tone ? others : state;
}

/** Returns the state with some settings of its tone changed. A tone that changes nothing is left out of the state. */
export function withTone(state: DocumentState, change: Partial<Tone>): DocumentState {
  const tone = { ...(state.tone ?? noTone), ...change };
  return isNeutral(tone) ? withoutTone(state) : { ...state, tone };
}
