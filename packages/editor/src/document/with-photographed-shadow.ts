import type { DocumentState, Light } from '../schema/document-state.ts';

type PhotographedShadow = NonNullable<Light['photographed']>;

/** Returns the state without the shadow of the photograph. */
export function withoutPhotographedShadow(state: DocumentState): DocumentState {
  const { photographed, ...light } = state.light;
  return photographed ? { ...state, light } : state;
}

/**
 * Returns the state with the shadow of the photograph, or with other settings of it. A strength of 0 removes it. Drawn shadows
 * are removed when it is added, because the photograph shows the same contact and the same cast shadow once already.
 */
export function withPhotographedShadow(state: DocumentState, change: Partial<PhotographedShadow> = {}): DocumentState {
  const { lift: _lift, ...light } = state.light;
  const before = light.photographed;
  const photographed = { strength: 100, softness: 0, ...before, ...change };
  if (photographed.strength === 0) return withoutPhotographedShadow(state);
  if (before) return { ...state, light: { ...state.light, photographed } };
  return { ...state, light: { ...light, contact: 0, drop: { ...light.drop, strength: 0 }, photographed } };
}
