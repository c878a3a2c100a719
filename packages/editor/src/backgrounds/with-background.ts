import type { DocumentState, Light } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { isSameData } from '../model/same-data.ts';
import { type BackgroundDefinition, backgroundDefinition } from './define-background.ts';
import type { Background } from '../model/background.ts';

/**
 * @returns the state with another background and the light that belongs to it. Light that the user has set stays.
 * @throws {RangeError} if the background's kind is unknown.
 */
export function withBackground(
  state: DocumentState,
  background: Background,
  backgrounds: readonly BackgroundDefinition[],
): DocumentState {
  const lightWith = (one: Background): Light => ({
    ...initialState.light,
    ...backgroundDefinition(backgrounds, one).light,
  });
  const isOwn = [initialState.light, lightWith(state.background)].every((light) => !isSameData(light, state.light));
  return { ...state, background, light: isOwn ? state.light : lightWith(background) };
}
