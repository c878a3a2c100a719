import type { DocumentState, Reflection } from '../schema/document-state.ts';

/** Reflection that is added when only one of its settings is chosen. */
const usual: Reflection = { strength: 35, length: 40 };

/** Returns a reflection with other settings. A strength of 0 removes it, and undefined is no reflection. */
export function changedReflection(
  before: Reflection | undefined,
  change: { readonly strength?: number; readonly length?: number },
): Reflection | undefined {
  const reflection = { ...usual, ...before, ...change };
  return reflection.strength === 0 ? undefined : reflection;
}

/** Returns the state with another reflection of the subject; see `changedReflection`. */
export function withReflection(state: DocumentState, change: Parameters<typeof changedReflection>[1]): DocumentState {
  const { reflection: before, ...light } = state.light;
  const reflection = changedReflection(before, change);
  return { ...state, light: reflection ? { ...light, reflection } : light };
}
