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
  const light = isUserLight(state, backgrounds)
    ? state.light
    : lightWith(backgroundDefinition(backgrounds, background).light);
  return { ...state, background, light };
}

/** Completes the light that belongs to a background. */
export function lightWith(light: Partial<Light> | undefined): Light {
  return { ...initialState.light, ...light };
}

/**
 * Checks whether the user has set the light. Light that was set with a background is replaced with it.
 * @param former Lights that may have been set with earlier backgrounds.
 * @throws {RangeError} if the background's kind is unknown.
 */
export function isUserLight(
  { background, light }: Pick<DocumentState, 'background' | 'light'>,
  backgrounds: readonly BackgroundDefinition[],
  former: readonly Light[] = [],
): boolean {
  const automatic = [initialState.light, lightWith(backgroundDefinition(backgrounds, background).light), ...former];
  return automatic.every((each) => !isSameData(each, light));
}
