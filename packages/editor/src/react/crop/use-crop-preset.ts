import type { Size } from '@isola/imaging';
import { useStore } from 'zustand';

import { type CropChoice, presetInUse } from '../../document/crop-choice.ts';
import type { CropPreset } from '../../document/crop-presets.ts';
import type { DocumentState } from '../../schema/document-state.ts';

/** @returns the chosen shape, or free where the state has left it since. */
export function useCropPreset(cropChoice: CropChoice, state: DocumentState, image: Size): CropPreset {
  return presetInUse(
    useStore(cropChoice, ({ preset }) => preset),
    state,
    image,
  );
}
