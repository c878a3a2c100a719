import type { Size } from '@isola/imaging';
import { useStore } from 'zustand';

import { type CropChoice, presetInUse } from '../../document/crop-choice.ts';
import type { CropPreset } from '../../document/crop-presets.ts';
import type { DocumentState } from '../../schema/document-state.ts';

/** @returns the chosen preset, or the free one when the state no longer has the preset's ratio. */
export function useCropPreset(cropChoice: CropChoice, state: DocumentState, image: Size): CropPreset {
  return presetInUse(
    useStore(cropChoice, ({ preset }) => preset),
    state,
    image,
  );
}
