import type { Matte, Size } from '@isola/imaging';
import { createStore } from 'zustand/vanilla';

import { centerOnSubject, defaultMarginPercent } from './center-subject.ts';
import { cropOrNone, wholeImageCrop } from './crop-geometry.ts';
import { type CropPreset, cropPresets, hasPreset, ratioOfPreset } from './crop-presets.ts';
import type { DocumentState } from '../schema/document-state.ts';
import type { ReadonlyStore } from '../model/readonly-store.ts';

export interface CropChoiceState {
  readonly preset: CropPreset;
  /** Margin with which the subject was last centred, or will be centred. */
  readonly marginPercent: number;
}

/**
 * The crop preset that was chosen last. It changes no pixel and is not part of the document's state. The panel and the
 * canvas share it.
 */
export interface CropChoice extends ReadonlyStore<CropChoiceState> {
  /** Presets that can be chosen. */
  readonly presets: readonly CropPreset[];
  readonly choose: (preset: CropPreset) => void;
  readonly setMarginPercent: (percent: number) => void;
}

const [free] = cropPresets;
/** @returns the chosen preset, or the free one when the state no longer has its ratio. */
export function presetInUse(chosen: CropPreset, state: DocumentState, image: Size): CropPreset {
  return hasPreset(state, chosen, image) ? chosen : free;
}

/** @returns the ratio that a crop keeps while it is resized; undefined when it keeps none. */
export function lockedRatio({ crop, size }: DocumentState, preset: CropPreset, image: Size): number | undefined {
  return size ? size.widthPx / size.heightPx : ratioOfPreset(preset, image, crop ?? wholeImageCrop(image));
}

/**
 * Centres the crop on the subject, in the ratio that is chosen.
 * @param matte Edited matte of the image's size.
 * @returns undefined when there is no subject.
 */
export function withCenteredSubject(
  state: DocumentState,
  matte: Matte,
  { preset, marginPercent }: CropChoiceState,
): DocumentState | undefined {
  const crop = state.crop ?? wholeImageCrop(matte);
  const ratio = lockedRatio(state, presetInUse(preset, state, matte), matte) ?? crop.widthPx / crop.heightPx;
  const next = centerOnSubject(matte, ratio, marginPercent, crop);
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
