import type { Matte } from '@isola/imaging';

import { cropAlike } from '../document/crop-alike.ts';
import { cropOrNone } from '../document/crop-geometry.ts';
import { groundOf, placedOnGround } from '../document/with-background.ts';
import type { EditorRegistries } from '../registry/registries.ts';
import type { DocumentState } from '../schema/document-state.ts';
import { initialState } from '../schema/initial-state.ts';
import { applyPreset, type GoesAlong, presetOf } from './preset-file.ts';

/** Image whose settings other images of the same thing take over. */
export interface AlikeSource {
  readonly state: DocumentState;
  /** Matte with the state's edits applied. */
  readonly matte: Matte;
  /** Decides whether the background image with that id is carried over. */
  readonly goesAlong: GoesAlong;
}

/** Checks whether a state has settings that fit other images of the same thing: a background, a crop, a shadow or layers. */
export function isLookShared({ background, crop, layers, light: { contact, drop } }: DocumentState): boolean {
  const isPlain = background.kind === initialState.background.kind && crop === undefined && layers === undefined;
  return !isPlain || contact > 0 || drop.strength > 0;
}

/**
 * Prepares the settings of an image for other images of the same thing.
 * @returns a function that applies them to the state of another image, given its matte with its own edits applied. Subjects
 *   get the same scale and place in the crop.
 * @example
 * const apply = settingsAlike({ state, matte, goesAlong }, builtInRegistries);
 * const next = apply(initialState, matteOfOther);
 */
export function settingsAlike(
  { state, matte, goesAlong }: AlikeSource,
  registries: Pick<EditorRegistries, 'backgrounds' | 'cropPresets'>,
): (onto: DocumentState, own: Matte) => DocumentState {
  const pattern = presetOf(state, matte, registries, goesAlong);
  return (onto, own) => {
    const applied = applyPreset(pattern, onto, own);
    // The preset gives a centred subject its margin. Any other crop has its scale and place from the subject.
    const isCentred = pattern.shape?.marginPercent !== undefined;
    const drawn = state.crop && !isCentred ? cropAlike(state.crop, matte, own) : undefined;
    const cropped = drawn ? withCrop(applied, cropOrNone(drawn, own), state.size) : applied;
    const hasGround = groundOf(cropped.background, registries.backgrounds, own) !== undefined;
    return hasGround ? placedOnGround(cropped, registries.backgrounds, own) : cropped;
  };
}

function withCrop(
  { crop: _crop, size: _size, ...rest }: DocumentState,
  crop: DocumentState['crop'],
  size: DocumentState['size'],
): DocumentState {
  return { ...rest, ...(crop && { crop }), ...(size && { size }) };
}
