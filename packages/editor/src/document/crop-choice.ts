import type { Matte, Size } from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import { centerOnSubject, defaultMarginPercent } from './center-subject.ts';
import { cropOrNone, wholeImageCrop } from './crop-rect.ts';
import { type CropPreset, cropPresets, hasPreset, ratioOfPreset } from './crop-presets.ts';
import type { DocumentState } from '../schema/document-state.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface CropChoiceState {
  readonly preset: CropPreset;
  /** Margin with which the subject was last centred, or will be centred. */
  readonly marginPercent: number;
}

/** Which shape was chosen last: no part of the state, for it changes no pixel; panel and canvas keep to it. */
export interface CropChoice extends ReadonlyStore<CropChoiceState> {
  /** Presets that can be chosen. */
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

/**
 * @param matte as it was last edited, of the image's size.
 * @returns the state with the subject in the crop's middle, in the shape that is chosen; undefined where there is none.
 */
export function withCenteredSubject(
  state: DocumentState,
  matte: Matte,
  { preset, marginPercent }: CropChoiceState,
): DocumentState | undefined {
  const frame = state.crop ?? wholeImageCrop(matte);
  const ratio = lockedRatio(state, presetInUse(preset, state, matte), matte) ?? frame.widthPx / frame.heightPx;
  const next = centerOnSubject(matte, ratio, marginPercent, frame);
  return next && { ...state, crop: cropOrNone(next, matte) };
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
