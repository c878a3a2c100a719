import { createStore } from 'zustand/vanilla';

import { defaultMarginPercent } from './center-subject.ts';
import { type Size, wholeImageCrop } from './crop-rect.ts';
import { type CropPreset, cropPresets, hasPreset, ratioOfPreset } from './crop-presets.ts';
import type { DocumentState } from '../schema/document-state.ts';
import type { ReadonlyStore } from '../store.ts';

export interface CropChoiceState {
  readonly preset: CropPreset;
  /** With which the subject was centred last, or is to be. */
  readonly marginPercent: number;
}

/** Which shape was chosen last: no part of the state, for it changes no pixel; panel and canvas keep to it. */
export interface CropChoice extends ReadonlyStore<CropChoiceState> {
  /** What can be chosen. */
  readonly presets: readonly CropPreset[];
  readonly choose: (preset: CropPreset) => void;
  readonly setMarginPercent: (percent: number) => void;
}

const [free] = cropPresets;
/** @returns the chosen shape, or free where the state has left it since. */
export function presetInUse(chosen: CropPreset, state: DocumentState, photo: Size): CropPreset {
  return hasPreset(state, chosen, photo) ? chosen : free;
}

/** @returns the ratio that a frame keeps while it is changed; undefined where it keeps none. */
export function lockedRatio({ crop: frame, size }: DocumentState, preset: CropPreset, photo: Size): number | undefined {
  return size ? size.widthPx / size.heightPx : ratioOfPreset(preset, photo, frame ?? wholeImageCrop(photo));
}

export function createCropChoice(presets: readonly CropPreset[] = cropPresets): CropChoice {
  const { setState, ...store } = createStore<CropChoiceState>(() => ({
    preset: free,
    marginPercent: defaultMarginPercent,
  }));
  return {
    ...store,
    presets,
    choose: (preset) => setState({ preset }),
    setMarginPercent: (marginPercent) => setState({ marginPercent }),
  };
}
