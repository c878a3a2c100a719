import type { Matte, Size } from '@isola/imaging';
import type { Ground, Surroundings } from '@isola/scenes';

import { placedFor } from './place-on-ground.ts';
import type { DocumentState, Light } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { isSameData } from '../model/same-data.ts';
import { type BackgroundDefinition, backgroundDefinition } from '../backgrounds/define-background.ts';
import type { Background } from '../model/background.ts';
import { lightIn } from '../backgrounds/light-in.ts';

/**
 * @param mattes Matte of the subject, so that the subject is placed on the ground of the background, and after it the
 *   mattes with which it may have been placed before. Without them, the subject stays where it is.
 * @returns the state with another background and the light that belongs to it. Light and placement that the user has set
 *   stay.
 * @throws {RangeError} if the background's kind is unknown.
 */
export function withBackground(
  state: DocumentState,
  background: Background,
  backgrounds: readonly BackgroundDefinition[],
  mattes: readonly Matte[] = [],
): DocumentState {
  const light = isUserLight(state, backgrounds) ? state.light : lightOf(background, backgrounds);
  const next = { ...state, background, light };
  const [matte, ...others] = mattes;
  if (!matte) return next;
  const former = groundOf(state.background, backgrounds, matte);
  return placedFor(next, groundOf(background, backgrounds, matte), former, [matte, ...others]);
}

/**
 * Places the subject of an image on the ground of the state's background, unless the state has a crop.
 * @param backgrounds Kinds of backgrounds, among them that of the state.
 */
export function placedOnGround(
  state: DocumentState,
  backgrounds: readonly BackgroundDefinition[],
  matte: Matte,
): DocumentState {
  return placedFor(state, groundOf(state.background, backgrounds, matte), undefined, [matte]);
}

/** @returns the ground of a background behind an image of this size; undefined when it has none. */
export function groundOf(
  background: Background,
  backgrounds: readonly BackgroundDefinition[],
  { widthPx, heightPx }: Size,
): Ground | undefined {
  return surroundingsOf(background, backgrounds, widthPx / heightPx)?.ground;
}

/**
 * @param ratio Width of the result divided by its height.
 * @returns ground and lamps of a background; undefined when they are unknown.
 */
export function surroundingsOf(
  background: Background,
  backgrounds: readonly BackgroundDefinition[],
  ratio: number,
): Surroundings | undefined {
  return backgroundDefinition(backgrounds, background).surroundings?.(background, ratio);
}

/** @returns the light that belongs to a background. */
export function lightOf(background: Background, backgrounds: readonly BackgroundDefinition[]): Light {
  const { light } = backgroundDefinition(backgrounds, background);
  const around = surroundingsOf(background, backgrounds, 1);
  return { ...initialState.light, ...(around ? lightIn(around) : light) };
}

/** Checks whether the user has set the light. Light that was set with a background is replaced with it. */
function isUserLight(
  { background, light }: Pick<DocumentState, 'background' | 'light'>,
  backgrounds: readonly BackgroundDefinition[],
): boolean {
  return [initialState.light, lightOf(background, backgrounds)].every((each) => !isSameData(each, light));
}
