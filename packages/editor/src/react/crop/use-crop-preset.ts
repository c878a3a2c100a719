import { useSyncExternalStore } from 'react';

import { type CropChoice, presetInUse } from '../../document/crop-choice.ts';
import type { FramePreset } from '../../document/crop-presets.ts';
import type { Size } from '../../document/crop-rect.ts';
import type { Recipe } from '../../schema/document-state.ts';

/** @returns the chosen shape, or free where the recipe has left it since. */
export function useCropPreset({ subscribe, getSnapshot }: CropChoice, recipe: Recipe, photo: Size): FramePreset {
  return presetInUse(useSyncExternalStore(subscribe, getSnapshot, getSnapshot), recipe, photo);
}
