import type { Matte } from '@isola/imaging';
import type { Surroundings } from '@isola/scenes';

import { placedFor } from './place-on-ground.ts';
import type { DocumentState, Light } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { isSameData } from '../model/same-data.ts';
import { type BackgroundDefinition, backgroundDefinition } from '../backgrounds/define-background.ts';
import type { Background } from '../model/background.ts';
import { lightIn } from '../backgrounds/light-in.ts';

/**
 * @param matte Matte of the subject, so that the subject is placed on the ground of the background. Without it, the
 *   subject stays where it is.
 * @returns the state with another background and the light that belongs to it. Light and placement that the user has set
 *   stay.
 * @throws {RangeError} if the background's kind is unknown.
 */
export function withBackground(
  state: DocumentState,
  background: Background,
  backgrounds: readonly BackgroundDefinition[],
  matte?: Matte,
): DocumentState {
  const light = isUserLight(state, backgrounds) ? state.light : lightOf(background, backgrounds);
  const next = { ...state, background, light };
  if (!matte) return next;
  const ratio = matte.widthPx / matte.heightPx;
  const groundOf = (of: Background) => surroundingsOf(of, backgrounds, ratio)?.ground;
  return placedFor(next, groundOf(background), groundOf(state.background), matte);
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
