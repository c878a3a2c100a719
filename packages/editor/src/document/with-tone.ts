import { isNeutral, noTone } from '@isola/imaging';

import type { DocumentState, Tone } from '../schema/document-state.ts';

/** Returns the state with the subject as it was photographed. */
export function withoutTone(state: DocumentState): DocumentState {
  const { tone, ...others } = state;
  return tone ? others : state;
}

/** Returns the state with some settings of its tone changed. A tone that changes nothing is left out of the state. */
export function withTone(state: DocumentState, change: Partial<Tone>): DocumentState {
  const tone = changedTone(state.tone, change);
  return tone ? { ...state, tone } : withoutTone(state);
}

/** Returns a tone with some settings changed; undefined when it then changes nothing. */
export function changedTone(tone: Tone | undefined, change: Partial<Tone>): Tone | undefined {
  const changed = { ...(tone ?? noTone), ...change };
  return isNeutral(changed) ? undefined : changed;
}
